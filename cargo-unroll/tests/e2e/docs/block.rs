//! Fenced blocks of Markdown.

/// A fenced block.
pub(crate) struct CodeBlock {
    /// The words behind the fence: the language, then attributes `NAME=VALUE`.
    info: String,
    /// The lines between the fences.
    pub(crate) text: String,
    /// The line of the opening fence, from 1.
    pub(crate) line: usize,
}

impl CodeBlock {
    /// The first word behind the fence.
    pub(crate) fn language(&self) -> &str {
        self.info.split(' ').next().unwrap_or_default()
    }

    /// True if the word stands behind the language.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.info.split(' ').skip(1).any(|other| other == word)
    }

    /// The value of an attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        let mut words = self.info.split(' ').skip(1);
        words.find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
    }
}

/// All blocks of a document.
pub(crate) fn read(document: &str) -> Vec<CodeBlock> {
    let mut blocks = vec![];
    let mut open: Option<CodeBlock> = None;
    for (index, line) in document.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, Some(info)) => {
                open = Some(CodeBlock {
                    info: info.to_owned(),
                    text: String::new(),
                    line: index + 1,
                });
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "the last block has no end");
    blocks
}

#[test]
fn blocks_have_a_language_attributes_and_text() {
    let blocks = read("text\n```console whole exit=5\n$ ls\na\n```\n```\nb\n```\n");
    assert_eq!(blocks.len(), 2);
    assert_eq!(blocks[0].language(), "console");
    assert_eq!(blocks[0].attribute("exit"), Some("5"));
    assert_eq!(blocks[0].attribute("file"), None);
    assert!(blocks[0].has("whole") && !blocks[0].has("file"));
    assert_eq!(blocks[0].text, "$ ls\na\n");
    assert_eq!((blocks[1].language(), blocks[1].line), ("", 6));
}
