use unroll_test::unroll_test;

struct Socket;

#[unroll_test(__tool(id = "s", form = counter))]
fn listen(backlog: u8, socket: &Socket) -> u8 {
    let _ = socket;
    backlog
}

fn main() {}
