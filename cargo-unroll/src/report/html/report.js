// Filters, copies, and shows details beside what was clicked. Without it the pages have the same content.
"use strict";

const root = document.documentElement;

function stored(value) {
  // Pages that are opened as files may have no storage.
  try {
    if (value === undefined) return localStorage.getItem("cargo-unroll-theme");
    localStorage.setItem("cargo-unroll-theme", value);
  } catch {
    return null;
  }
}

function theme() {
  const button = document.querySelector(".theme");
  const isDark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const label = () => { button.textContent = isDark() ? "Light colours" : "Dark colours"; };
  const saved = stored();
  if (saved === "dark" || saved === "light") root.dataset.theme = saved;
  button.hidden = false;
  label();
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    stored(root.dataset.theme);
    label();
  });
}

function filter() {
  const form = document.querySelector(".filter");
  if (!form) return;
  const rows = [...document.querySelectorAll("tr[data-path]")];
  const apply = () => {
    const text = form.text.value.trim().toLowerCase();
    const state = form.state.value;
    let shown = 0;
    for (const row of rows) {
      row.hidden = !(row.dataset.path.toLowerCase().includes(text) && (!state || row.dataset.state === state));
      if (!row.hidden) shown += 1;
    }
    for (const body of document.querySelectorAll(".functions tbody")) {
      body.hidden = !body.querySelector("tr[data-path]:not([hidden])");
    }
    form.querySelector("output").textContent = `${shown} of ${rows.length}`;
  };
  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.closest("input, select")) {
      event.preventDefault();
      form.text.focus();
    }
  });
  apply();
}

function copy() {
  for (const button of document.querySelectorAll(".copy button")) {
    const pre = button.previousElementSibling;
    const label = button.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(pre.textContent);
        button.textContent = "Copied";
      } catch {
        // Without permission, the text is selected for the user to copy.
        getSelection().selectAllChildren(pre);
        button.textContent = "Selected";
      }
      setTimeout(() => { button.textContent = label; }, 2000);
    });
  }
}

function detail(link, panel) {
  const row = document.querySelector(link.getAttribute("href"));
  const [name, verdict, evidence] = [...row.cells];
  panel.replaceChildren();
  for (const [cell, tag] of [[name, "strong"], [verdict, "span"], [evidence, "span"]]) {
    const line = document.createElement("p");
    const part = document.createElement(tag);
    part.append(...[...cell.childNodes].map((node) => node.cloneNode(true)));
    line.append(part);
    panel.append(line);
  }
}

function grids() {
  const moves = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  for (const loop of document.querySelectorAll(".loop")) {
    const panel = loop.querySelector(".detail");
    loop.addEventListener("click", (event) => {
      const link = event.target.closest(".grid td a");
      if (!link) return;
      event.preventDefault();
      loop.querySelector(".chosen")?.classList.remove("chosen");
      link.parentElement.classList.add("chosen");
      detail(link, panel);
    });
    loop.addEventListener("keydown", (event) => {
      const move = moves[event.key];
      const cell = event.target.closest?.(".grid td");
      if (!move || !cell) return;
      event.preventDefault();
      // The nearest cell in the direction of the key, by place on the screen, as cells may span rows.
      const here = cell.getBoundingClientRect();
      const distance = (other) => {
        const there = other.getBoundingClientRect();
        const along = move[0] ? move[0] * (there.top - here.top) : move[1] * (there.left - here.left);
        const across = move[0] ? Math.abs(there.left - here.left) : Math.abs(there.top - here.top);
        return along > 1 ? along + 2 * across : Infinity;
      };
      const links = [...loop.querySelectorAll(".grid td a")];
      const next = links.filter((link) => distance(link.parentElement) < Infinity)
        .sort((a, b) => distance(a.parentElement) - distance(b.parentElement))[0];
      next?.focus();
    });
  }
}

theme();
filter();
copy();
grids();
