// Makes a large report: N functions, which are copies of those in REPORT.jsonl under other paths. Usage: node many.mjs REPORT.jsonl N > LARGE.jsonl

import { readFileSync } from "node:fs";

const lines = readFileSync(process.argv[2], "utf8").trim().split("\n").map((line) => JSON.parse(line));
const count = Number(process.argv[3]);
const paths = [...new Set(lines.filter((line) => line.reason === "function").map((line) => line.function))];
for (let number = 0; number < count; number++) {
  const path = paths[number % paths.length];
  for (const line of lines.filter((line) => line.function === path)) {
    console.log(JSON.stringify({ ...line, function: `${path}_${number}` }));
  }
}
console.log(JSON.stringify({ ...lines.at(-1), functions: count }));
