// What the pages cannot do alone: progress, pictures beside their values, printing.
// Pictures never leave the page for a second time: they are shown from the files
// that were chosen.
"use strict";

(() => {
  const svgNS = "http://www.w3.org/2000/svg";
  let chosen = []; // the files that were sent

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-print]")) window.print();
  });

  // On paper nothing can be opened any more: what is behind an answer that asks
  // for attention is printed, behind the others what the reader has opened.
  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = Array.from(document.querySelectorAll("details:not([open], .row, .fold, .row *, .fold *)"));
    for (const details of opened) details.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
  });

  // A link into what is shut opens it.
  const reveal = () => {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    const shut = target && target.closest("details:not([open])");
    if (shut) shut.open = true;
  };
  window.addEventListener("hashchange", reveal);

  // A refusal is an answer to show, too.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const status = event.detail.xhr.status;
    if (status === 422 || status === 503 || status === 413) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
  });

  // A field of which something is said is invalid.
  document.addEventListener("htmx:afterSettle", () => {
    for (const said of document.querySelectorAll(".cellfault")) {
      const field = document.querySelector(`[aria-describedby="${said.id}"]`);
      if (field) said.querySelector(".error") ? field.setAttribute("aria-invalid", "true") : field.removeAttribute("aria-invalid");
    }
  });

  // Files can be dropped anywhere on the field.
  const drop = document.querySelector(".drop");
  const input = drop && drop.querySelector("input[type=file]");
  if (input) {
    for (const name of ["dragenter", "dragover"]) drop.addEventListener(name, (event) => { event.preventDefault(); drop.classList.add("over"); });
    for (const name of ["dragleave", "drop"]) drop.addEventListener(name, (event) => { event.preventDefault(); drop.classList.remove("over"); });
    drop.addEventListener("drop", (event) => {
      input.files = event.dataTransfer.files;
      input.dispatchEvent(new Event("change"));
    });
    input.addEventListener("change", () => {
      document.getElementById("chosen").textContent = Array.from(input.files, (file) => file.name).join("  ");
    });
    input.form.addEventListener("htmx:beforeRequest", () => { chosen = Array.from(input.files); });
  }

  // Progress of a report, then its values in the same place.
  const follow = (card) => {
    const events = new EventSource(card.dataset.events);
    events.addEventListener("state", (event) => { card.querySelector("[data-state]").textContent = event.data; });
    events.addEventListener("end", () => {
      events.close();
      const form = document.getElementById("upload");
      if (form) form.hidden = true;
      htmx.ajax("GET", card.dataset.values, { target: card.parentElement, swap: "innerHTML" });
    });
  };

  const rectangle = (line) => line.dataset.box.split(" ").map(Number);

  const lookAt = (room, line) => {
    for (const other of room.querySelectorAll(".here")) other.classList.remove("here");
    line.classList.add("here");
    const rect = room.querySelector(`rect[data-line="${line.dataset.picture} ${line.dataset.box}"]`), lens = room.querySelector("[data-lens]");
    if (!rect || !lens) return;
    rect.classList.add("here");
    const image = rect.closest("figure").querySelector("img");
    const [left, top, right, bottom] = rectangle(line);
    const margin = (bottom - top) * 0.8;
    const x = Math.max(0, left - margin), y = Math.max(0, top - margin);
    const width = Math.min(image.naturalWidth, right + margin) - x, height = Math.min(image.naturalHeight, bottom + margin) - y;
    lens.hidden = false;
    lens.width = 960;
    lens.height = Math.max(40, Math.round(960 * height / width));
    lens.getContext("2d").drawImage(image, x, y, width, height, 0, 0, lens.width, lens.height);
  };

  // The pictures with a box around each line that was read.
  const furnish = (room) => {
    const lines = Array.from(room.querySelectorAll(".line"));
    for (const figure of room.querySelectorAll("figure")) {
      const file = chosen[Number(figure.dataset.picture)];
      if (!file) continue;
      const image = new Image();
      image.alt = figure.textContent;
      image.onload = () => {
        const boxes = document.createElementNS(svgNS, "svg");
        boxes.setAttribute("viewBox", `0 0 ${image.naturalWidth} ${image.naturalHeight}`);
        boxes.setAttribute("aria-hidden", "true");
        for (const line of lines) {
          if (line.dataset.picture !== figure.dataset.picture || !line.dataset.box) continue;
          const [left, top, right, bottom] = rectangle(line);
          const rect = document.createElementNS(svgNS, "rect");
          rect.setAttribute("class", line.classList[1]);
          rect.setAttribute("x", left);
          rect.setAttribute("y", top);
          rect.setAttribute("width", right - left);
          rect.setAttribute("height", bottom - top);
          rect.addEventListener("click", () => { room.querySelector(`.line[data-picture="${line.dataset.picture}"][data-box="${line.dataset.box}"]`).focus(); });
          rect.setAttribute("data-line", `${line.dataset.picture} ${line.dataset.box}`);
          boxes.append(rect);
        }
        figure.append(image, boxes);
        figure.hidden = false;
        room.dataset.ready = "true";
      };
      image.src = URL.createObjectURL(file);
    }
  };
  document.addEventListener("focusin", (event) => {
    const line = event.target.closest(".line"), room = event.target.closest(".reading-room");
    if (line && room) lookAt(room, line);
  });

  const arrive = (root) => {
    for (const card of root.querySelectorAll("[data-events]")) follow(card);
    for (const room of root.querySelectorAll(".reading-room")) furnish(room);
  };
  document.addEventListener("htmx:afterSwap", (event) => {
    if (!event.target.closest(".line")) arrive(event.target);
  });
  arrive(document);
})();
// An editor that was asked for a line begins there.
const editor = document.querySelector("textarea[data-line]");
if (editor && Number(editor.dataset.line) > 1) {
  const at = editor.value.split("\n").slice(0, Number(editor.dataset.line) - 1).join("\n").length + 1;
  editor.focus();
  editor.setSelectionRange(at, at);
  editor.scrollTop = (Number(editor.dataset.line) - 4) * (editor.scrollHeight / editor.value.split("\n").length);
}
