// Opens every page of a report in Chromium, at two widths and in both colour schemes, and fails if a page asks the network for
// anything, has an error of a script, is wider than the screen, or violates a rule of axe. With a second argument, it also takes the
// screenshots of the book. Usage: node check.mjs REPORT_DIR [IMAGES_DIR]; CHROMIUM names the browser.

import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import puppeteer from "puppeteer-core";

const [report, images] = process.argv.slice(2).map((path) => resolve(path));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const settings = [
  { name: "desktop", width: 1200, height: 900, scheme: "light" },
  { name: "phone", width: 360, height: 740, scheme: "light" },
  { name: "dark", width: 1200, height: 900, scheme: "dark" },
];
const pages = ["index.html", ...readdirSync(`${report}/functions`).map((name) => `functions/${name}`)];
const failures = [];

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
for (const { name, width, height, scheme } of settings) {
  for (const path of pages) {
    const fail = (text) => failures.push(`${name} ${path}: ${text}`);
    const page = await browser.newPage();
    page.on("pageerror", (error) => fail(error));
    page.on("request", (request) => {
      if (!request.url().startsWith("file:")) fail(`asks for ${request.url()}`);
    });
    await page.setViewport({ width, height });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.goto(`file://${report}/${path}`, { waitUntil: "load" });
    await behaviour(page, path, fail);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (overflow > 0) fail(`${overflow} px wider than the screen`);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    for (const { id, nodes } of violations) fail(`axe ${id}: ${nodes[0].html}`);
    if (images && path.includes("parse_octet")) {
      await page.screenshot({ path: `${images}/report-${name}.png` });
    }
    await page.close();
  }
}
await browser.close();
if (failures.length > 0) {
  console.error(failures.join("\n"));
  process.exit(1);
}
console.log(`${pages.length} pages in ${settings.length} settings: no failure`);

// The script of the pages: details of cells by click and key, and the search.
async function behaviour(page, path, fail) {
  if (path === "index.html") {
    await page.keyboard.press("/");
    await page.keyboard.type("no such function");
    const shown = await page.$eval(".filter output", (output) => output.textContent);
    if (!shown.startsWith("0 of")) fail(`the search shows ${shown}`);
    await page.$eval(".filter", (form) => { form.reset(); form.dispatchEvent(new Event("input")); });
    return;
  }
  const cell = await page.$(".grid td a");
  if (!cell) return;
  await cell.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  const detail = await page.$eval(".detail", (panel) => panel.textContent);
  if (!/covered|unreachable|undecided/.test(detail)) fail(`the detail is "${detail}"`);
  await page.evaluate(() => scrollTo(0, 0));
}
