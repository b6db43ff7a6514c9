// The bounds of a table's rows as handles on its number line, and as two numbers in a
// row. What is written stays the condition of the row: whatever is no plain range is
// left as it stands.
"use strict";

(() => {
  const range = /^\s*(?:([\w.+-]+)\s*(<=|<)\s*)?value\s*(?:(<=|<)\s*([\w.+-]+))?\s*$/;
  const above = /^\s*value\s*(>=|>)\s*([\w.+-]+)\s*$/;

  // A condition that is a range of values: its ends as they are written, null for none.
  const read = (text) => {
    let m = above.exec(text);
    if (m) return { low: m[2], lowIn: m[1] === ">=", high: null, highIn: false };
    m = range.exec(text);
    if (!m || (m[1] === undefined && m[4] === undefined)) return null;
    return { low: m[1] ?? null, lowIn: m[2] === "<=", high: m[4] ?? null, highIn: m[3] === "<=" };
  };
  const write = (r) => {
    if (r.low === null) return `value ${r.highIn ? "<=" : "<"} ${r.high}`;
    if (r.high === null) return `value ${r.lowIn ? ">=" : ">"} ${r.low}`;
    return `${r.low} ${r.lowIn ? "<=" : "<"} value ${r.highIn ? "<=" : "<"} ${r.high}`;
  };

  const begin = (form) => {
    const line = form.querySelector("[data-bounds]");
    if (!line || form.dataset.grid) return;
    form.dataset.grid = "true";
    const step = 10 ** -Number(form.dataset.decimals);
    const pairs = form.dataset.colors.split(" "), colors = new Map(pairs.map((name, i) => [name, pairs[i + 1]]));
    const named = new Map(Array.from(form.querySelectorAll("[data-name]"), (e) => [e.dataset.name, e.dataset.number]));
    const number = (text) => (text === null ? null : named.has(text) ? Number(named.get(text)) : text.trim() !== "" && isFinite(text) ? Number(text) : NaN);
    const rows = Array.from(form.querySelectorAll(".cellrows fieldset"), (row) => ({ row, when: row.querySelector('[name^="when."]'), level: row.querySelector('[name^="level."]'), color: row.querySelector('[name^="color."]') }));
    const put = (field, text) => {
      if (field.value === text) return;
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };

    // Two numbers in place of the condition.
    for (const one of rows) {
      const plain = document.createElement("p");
      plain.className = "plain-range";
      const field = (end) => {
        const input = document.createElement("input");
        input.autocomplete = "off";
        input.className = "mono";
        input.setAttribute("aria-label", `${one.when.labels[0].textContent} ${end === "low" ? "≥" : "<"}`);
        input.addEventListener("input", (event) => {
          event.stopPropagation();
          const now = read(one.when.value);
          if (now && input.value.trim() !== "") put(one.when, write({ ...now, [end]: input.value.trim() }));
        });
        return input;
      };
      one.low = field("low");
      one.high = field("high");
      one.signs = [document.createElement("span"), document.createElement("span")];
      const raw = document.createElement("button"); // the condition itself, for what two numbers cannot say
      raw.type = "button";
      raw.className = "quiet";
      raw.textContent = "ƒ";
      raw.title = form.dataset.raw;
      raw.setAttribute("aria-label", `${form.dataset.raw} ${one.row.querySelector("legend").textContent.trim()}`);
      raw.addEventListener("click", () => {
        one.asText = true;
        draw();
        one.when.focus();
      });
      plain.append(one.low, one.signs[0], ` ${form.dataset.value} `, one.signs[1], one.high, raw);
      one.when.before(plain);
      one.plain = plain;
    }

    // The line: the ranges side by side, each as wide as the others.
    const draw = () => {
      const ranges = [];
      for (const one of rows) {
        const now = read(one.when.value), cell = one.when.closest(".cell");
        cell.dataset.simple = now && !one.asText && document.activeElement !== one.when;
        if (!now) continue;
        one.signs[0].textContent = now.low === null ? "" : now.lowIn ? "≤" : "<";
        one.signs[1].textContent = now.high === null ? "" : now.highIn ? "≤" : "<";
        one.low.hidden = now.low === null;
        one.high.hidden = now.high === null;
        if (document.activeElement !== one.low) one.low.value = named.get(now.low) ?? now.low ?? "";
        if (document.activeElement !== one.high) one.high.value = named.get(now.high) ?? now.high ?? "";
        ranges.push({ one, low: number(now.low) ?? -Infinity, high: number(now.high) ?? Infinity });
      }
      const held = line.contains(document.activeElement) ? Array.from(line.querySelectorAll("[role=slider]")).indexOf(document.activeElement) : -1;
      line.replaceChildren();
      if (ranges.length < 2 || ranges.some((r) => Number.isNaN(r.low) || Number.isNaN(r.high))) return;
      ranges.sort((a, b) => a.low - b.low);
      line.style.setProperty("--n", ranges.length);
      ranges.forEach((r, k) => {
        const stretch = document.createElement("span"), code = r.one.level.value;
        const chosen = r.one.color && r.one.color.value !== "" ? r.one.color.value : colors.get(code);
        stretch.className = `stretch c${chosen ?? 0}`;
        stretch.textContent = code;
        line.append(stretch);
        if (k === 0) return;
        const before = ranges[k - 1], at = r.low;
        const handle = document.createElement("span");
        handle.className = before.high === r.low ? "handle" : "handle apart";
        handle.setAttribute("role", "slider");
        handle.tabIndex = 0;
        handle.setAttribute("aria-label", form.dataset.bound.replace("%d", k));
        const least = isFinite(before.low) ? before.low : Math.min(0, at), most = isFinite(r.high) ? r.high : at + Math.max(Math.abs(at), step);
        handle.setAttribute("aria-valuemin", least);
        handle.setAttribute("aria-valuemax", most);
        handle.setAttribute("aria-valuenow", at);
        handle.dataset.at = r.low;
        handle.style.setProperty("--k", k);
        const move = (to) => {
          const text = Math.min(most - step, Math.max(least + step, to)).toFixed(Number(form.dataset.decimals));
          const low = read(r.one.when.value), high = read(before.one.when.value);
          if (high.high !== null && before.high === at) put(before.one.when, write({ ...high, high: text }));
          put(r.one.when, write({ ...low, low: text }));
        };
        handle.addEventListener("keydown", (event) => {
          const by = { ArrowLeft: -step, ArrowDown: -step, ArrowRight: step, ArrowUp: step, PageDown: -10 * step, PageUp: 10 * step }[event.key];
          if (!by) return;
          event.preventDefault();
          move(at + by);
        });
        handle.addEventListener("pointerdown", (event) => {
          event.preventDefault();
          handle.focus();
          handle.setPointerCapture(event.pointerId);
          const width = line.clientWidth / ranges.length, from = event.clientX;
          let to = at;
          const drag = (e) => {
            const by = (e.clientX - from) / width;
            to = at + (by < 0 ? by * (at - least) : by * (most - at));
            to = Math.min(most - step, Math.max(least + step, to));
            handle.style.translate = `${e.clientX - from}px`;
            handle.dataset.at = to.toFixed(Number(form.dataset.decimals));
          };
          const end = () => {
            handle.removeEventListener("pointermove", drag);
            move(to);
            draw();
          };
          handle.addEventListener("pointermove", drag);
          handle.addEventListener("pointerup", end, { once: true });
          handle.addEventListener("pointercancel", end, { once: true });
        });
        line.append(handle);
      });
      if (held >= 0) line.querySelectorAll("[role=slider]")[held]?.focus();
    };
    form.addEventListener("input", draw);
    form.addEventListener("change", draw);
    draw();
  };

  const all = (root) => { for (const form of root.querySelectorAll("form.cells")) begin(form); };
  document.addEventListener("htmx:load", (event) => {
    all(document);
    if (event.detail.elt.matches?.("form.cells")) begin(event.detail.elt);
  });
  all(document);
})();
