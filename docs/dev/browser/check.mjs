// Opens every page of a report in Chromium, at two widths and in both colour schemes, and as it is printed. Fails if a page asks the network for
// anything, has an error of a script, is wider than the screen, or violates a rule of axe, and if the keyboard does not lead where it should. With
// `--images DIR`, it also takes the screenshots of the book. With `--large`, it opens the overview and one function alone, and says how long the
// overview takes to load. Usage: node check.mjs REPORT_DIR [--images DIR | --large]; CHROMIUM names another browser.

import { readFileSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import chromium from "@sparticuz/chromium";
import puppeteer from "puppeteer-core";

// The largest report that a browser should be asked to open.
const MOST_BYTES = 20e6;

const report = resolve(process.argv[2]);
const images = process.argv[3] === "--images" ? resolve(process.argv[4]) : undefined;
const isLarge = process.argv[3] === "--large";
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const settings = [
  { name: "desktop", width: 1200, height: 900, scheme: "light" },
  { name: "phone", width: 360, height: 740, scheme: "light" },
  { name: "dark", width: 1200, height: 900, scheme: "dark" },
  // The width of A4 paper without its margins.
  { name: "print", width: 718, height: 1010, scheme: "light", media: "print" },
];
const functions = readdirSync(`${report}/functions`).map((name) => `functions/${name}`);
const pages = ["index.html", ...(isLarge ? functions.slice(0, 1) : functions)];
const failures = [];
const loads = [];

// Chromium itself crashes now and then when it starts, which says nothing of the pages.
async function launch(tries) {
  try {
    return await puppeteer.launch({
      executablePath: process.env.CHROMIUM ?? (await chromium.executablePath()),
      args: chromium.args,
      headless: "shell",
    });
  } catch (error) {
    if (tries === 1) throw error;
    return launch(tries - 1);
  }
}

const browser = await launch(4);
for (const setting of settings) {
  for (const path of pages) await check(setting, path);
}
await browser.close();
const bytes = size(report);
if (bytes > MOST_BYTES) failures.push(`${bytes} bytes are more than ${MOST_BYTES}`);
if (failures.length > 0) {
  console.error(failures.join("\n"));
  process.exit(1);
}
console.log(
  `${functions.length} functions, ${(bytes / 1e6).toFixed(1)} MB, overview loaded in ${Math.max(...loads).toFixed(0)} ms; ` +
    `${pages.length} pages in ${settings.length} settings: no failure`,
);

// Everything about one page in one setting.
async function check({ name, width, height, scheme, media }, path) {
  const fail = (text) => failures.push(`${name} ${path}: ${text}`);
  const page = await browser.newPage();
  page.on("pageerror", (error) => fail(error));
  page.on("request", (request) => {
    if (!request.url().startsWith("file:")) fail(`asks for ${request.url()}`);
  });
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  if (media) await page.emulateMediaType(media);
  await page.goto(`file://${report}/${path}`, { waitUntil: "load" });
  if (path === "index.html") loads.push(await page.evaluate(() => performance.timing.loadEventEnd - performance.timing.navigationStart));
  if (!media) await behaviour(page, path, fail);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (overflow > 0) fail(`${overflow} px wider than the screen`);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  for (const { id, nodes } of violations) fail(`axe ${id}: ${nodes[0].html}`);
  if (images && !media && path.includes("parse_octet")) {
    await page.screenshot({ path: `${images}/report-${name}.png` });
  }
  await page.close();
}

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

// The bytes of all files below a folder.
function size(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);
}
