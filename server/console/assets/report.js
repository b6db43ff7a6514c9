// Reports: pictures are chosen, sent, and shown beside what was read of them. The
// server deletes them, so that small copies stay in this tab until their case is
// signed, the tab is closed or somebody logs in.
"use strict";

(() => {
  const svgNS = "http://www.w3.org/2000/svg", place = "tijian-pictures";
  const placeOf = (report) => place + " " + report;
  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    Object.assign(element, attributes);
    element.append(...children);
    return element;
  };

  // A copy has the size of the original, which places are given in.
  const copy = async (file, longest, kind, quality) => {
    try {
      const bitmap = await createImageBitmap(file);
      const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
      const canvas = make("canvas", { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) });
      canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      return { width: bitmap.width, data: canvas.toDataURL(kind, quality) };
    } catch {
      return null; // a format that browsers do not show
    }
  };
  const copies = async (files) => {
    const all = [];
    for (const file of files) all.push(await copy(file, files.length > 3 ? 1100 : 1600, "image/webp", 0.6));
    return all;
  };
  // The list of reports with copies, the oldest first: they make room for new ones.
  const reports = (change) => {
    const list = change(JSON.parse(sessionStorage.getItem(place) || "[]"));
    sessionStorage.setItem(place, JSON.stringify(list));
    return list;
  };
  const forget = (report) => {
    sessionStorage.removeItem(placeOf(report));
    reports((list) => list.filter((one) => one !== report));
  };
  const keep = (report, pictures) => {
    forget(report);
    for (let list = reports((all) => all); ; list = reports((all) => all)) {
      try {
        sessionStorage.setItem(placeOf(report), JSON.stringify(pictures));
        return reports((all) => [...all, report]);
      } catch {
        if (!list.length) return; // too large: they can be chosen again
        forget(list[0]);
      }
    }
  };
  const kept = (report) => JSON.parse(sessionStorage.getItem(placeOf(report)) || "[]");
  const address = (picture) => {
    const bytes = Uint8Array.from(atob(picture.data.split(",")[1]), (c) => c.charCodeAt(0));
    return URL.createObjectURL(new Blob([bytes], { type: picture.data.slice(5, picture.data.indexOf(";")) }));
  };

  // Pictures add up until they are sent: a phone takes one at a time.
  const form = document.getElementById("upload");
  if (form) {
    const input = form.querySelector("input[type=file]"), drop = form.querySelector(".drop"), list = document.getElementById("chosen"), each = document.getElementById("each"), send = form.querySelector(".acts button");
    const allowed = input.accept.split(",");
    let picked = [], ready = null;
    const complain = (text) => {
      document.getElementById("result").replaceChildren(...(text ? [make("p", { className: "fault", role: "alert", textContent: text })] : []));
    };
    const number = () => { // one of its own for what is sent
      const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
      return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
    };
    const show = (again) => { // what is sent again keeps its numbers
      ready = null;
      if (!again) form.elements.number.value = number();
      for (const [n, file] of picked.entries()) file.place = again && file.place || `${n} of ${picked.length}`;
      each.hidden = picked.length < 2;
      const most = picked.length > Number(form.dataset.most);
      each.firstElementChild.checked = !each.hidden && (most || !form.elements.each.dataset.off);
      const files = new DataTransfer();
      for (const file of picked) files.items.add(file);
      input.files = files.files;
      send.disabled = !picked.length;
      list.replaceChildren(...picked.map((file) => {
        const image = make("img", { alt: "", src: URL.createObjectURL(file) });
        image.addEventListener("error", () => image.remove());
        const remove = make("button", { type: "button", className: "quiet small", textContent: form.dataset.remove, ariaLabel: form.dataset.remove + " " + file.name });
        remove.addEventListener("click", () => { picked = picked.filter((other) => other !== file); show(); input.focus(); });
        return make("li", {}, image, make("span", { textContent: file.name }), remove);
      }));
    };
    // Systems that do not know a format tell no type of it.
    const known = (file) => allowed.includes(file.type) || allowed.includes("." + file.name.split(".").pop().toLowerCase());
    const add = (files) => {
      complain("");
      for (const file of files) {
        if (picked.some((other) => other.name === file.name && other.size === file.size && other.lastModified === file.lastModified)) continue;
        if (!known(file)) complain(file.name + "  " + form.dataset.kind);
        else if (file.size > Number(form.dataset.bytes)) complain(file.name + "  " + form.dataset.tooLarge);
        else if (picked.length >= Number(form.dataset.many)) complain(form.dataset.tooMany);
        else picked.push(file);
      }
      show();
    };
    form.elements.each.addEventListener("change", ({ target }) => { target.dataset.off = target.checked ? "" : "off"; });
    input.addEventListener("change", () => add(Array.from(input.files)));

    // Files and folders are dropped anywhere on the page; what is copied is pasted.
    const inside = (entry) => new Promise((done) => {
      if (entry.isFile) return entry.file((file) => done(file.name.startsWith(".") ? [] : [file]), () => done([]));
      const reader = entry.createReader(), all = [];
      const more = () => reader.readEntries(async (entries) => {
        if (!entries.length) return done(all);
        for (const one of entries.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))) all.push(...await inside(one));
        more();
      }, () => done(all));
      more();
    });
    const carries = (event) => event.dataTransfer && Array.from(event.dataTransfer.types).includes("Files");
    for (const name of ["dragenter", "dragover"]) document.addEventListener(name, (event) => { if (carries(event)) { event.preventDefault(); drop.classList.add("over"); } });
    document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) drop.classList.remove("over"); });
    document.addEventListener("drop", async (event) => {
      if (!carries(event)) return;
      event.preventDefault();
      drop.classList.remove("over");
      const entries = Array.from(event.dataTransfer.items, (item) => item.webkitGetAsEntry && item.webkitGetAsEntry()), files = Array.from(event.dataTransfer.files);
      add(entries.some((entry) => entry && entry.isDirectory) ? (await Promise.all(entries.filter(Boolean).map(inside))).flat() : files);
    });
    document.addEventListener("paste", (event) => {
      const files = Array.from(event.clipboardData.files);
      if (!files.length) return;
      event.preventDefault();
      add(files);
    });

    // The copies are made before the form is sent.
    form.addEventListener("submit", async (event) => {
      if (ready) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (form.classList.contains("busy")) return;
      form.classList.add("busy");
      complain("");
      if (each.firstElementChild.checked) return sendEach();
      if (picked.length > Number(form.dataset.most)) {
        complain(form.dataset.tooMany);
        return form.classList.remove("busy");
      }
      ready = await copies(picked);
      form.elements.thumb.value = picked.length ? await thumb(picked[0]) : "";
      form.classList.remove("busy");
      form.requestSubmit();
    }, true);
    const thumb = async (file) => { // for lists: too small to read
      const small = await copy(file, 128, "image/jpeg", 0.8);
      return small ? small.data.split(",")[1] : "";
    };
    // Each file a case of its own, one after the other. What is not taken stays chosen.
    const sendEach = async () => {
      const all = picked.length, { csrf, number, person } = form.elements;
      try {
        while (picked.length) {
          const file = picked[0], body = new FormData();
          for (const [name, value] of [["csrf", csrf.value], ["number", `${number.value} ${file.place}`], ["person", person ? person.value : ""], ["thumb", await thumb(file)], ["picture", file]]) body.append(name, value);
          const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
          const said = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[role=alert]");
          if (!answer.headers.get("HX-Redirect")) throw new Error(said ? file.name + "  " + said.textContent : form.dataset.lost);
          keep(answer.headers.get("HX-Redirect").split("/").pop(), await copies([file]));
          picked.shift();
          progress.hidden = false;
          progress.value = (all - picked.length) / all;
          progress.nextElementSibling.textContent = (all - picked.length) + "/" + all;
        }
        form.reset(); // there is nothing to be lost by leaving
        location.reload();
      } catch (error) {
        show(true);
        complain(error instanceof TypeError ? form.dataset.lost : error.message);
        progress.hidden = true;
      }
      form.classList.remove("busy");
    };
    const progress = form.querySelector("progress");
    form.addEventListener("htmx:xhr:progress", ({ detail }) => {
      if (!detail.lengthComputable) return;
      progress.hidden = false;
      progress.value = detail.loaded / detail.total;
      progress.nextElementSibling.textContent = Math.floor(100 * progress.value) + "%";
    });
    form.addEventListener("htmx:afterRequest", () => { progress.hidden = true; progress.nextElementSibling.textContent = ""; });
    form.addEventListener("htmx:beforeOnLoad", (event) => {
      const to = event.detail.xhr.getResponseHeader("HX-Redirect");
      if (to && to.includes("cases/")) keep(to.split("/").pop(), ready);
    });
    // What a network has lost is sent again: as soon as there is one, or after a while.
    // The server knows it by its number, so that none is taken twice.
    let tries = 0, later = 0;
    const again = () => {
      clearTimeout(later);
      window.removeEventListener("online", again);
      if (picked.length && form.isConnected) form.requestSubmit();
    };
    form.addEventListener("htmx:sendError", () => {
      complain(form.dataset.lost);
      window.addEventListener("online", again);
      if (navigator.onLine) later = setTimeout(again, Math.min(60, 2 ** ++tries) * 1000);
    });
    show();
    if (input.files.length) add(Array.from(input.files)); // a reload keeps them
  }

  const rectangle = (line) => line.dataset.box.split(" ").map(Number);
  const boxOf = (room, line) => room.querySelector(`rect[data-line="${line.dataset.picture} ${line.dataset.box}"]`);

  const lookAt = (room, line) => {
    for (const other of room.querySelectorAll(".here")) other.classList.remove("here");
    line.classList.add("here");
    const rect = boxOf(room, line), lens = room.querySelector("[data-lens]");
    lens.hidden = !rect;
    if (!rect) return;
    rect.classList.add("here");
    const image = rect.closest("figure").querySelector("img"), scale = Number(image.dataset.scale);
    const [left, top, right, bottom] = rectangle(line).map((n) => n * scale);
    const turn = Number(line.dataset.turn || 0), down = turn % 2 === 1; // the rows of a sheet on its side go up or down
    const margin = (down ? right - left : bottom - top) * 0.8;
    const x = Math.max(0, left - margin), y = Math.max(0, top - margin);
    const width = Math.min(image.naturalWidth, right + margin) - x, height = Math.min(image.naturalHeight, bottom + margin) - y;
    // On a phone a row is shown in two pieces below each other, which overlap: it could not be read otherwise.
    const [long, short] = down ? [height, width] : [width, height], pieces = long > 12 * short && matchMedia("(max-width: 40rem)").matches ? 2 : 1;
    lens.width = 960;
    const whole = pieces > 1 ? 1.8 * lens.width : lens.width, high = Math.max(40, Math.round(whole * short / long));
    lens.height = high * pieces;
    const strip = lens.getContext("2d"), [across, along] = down ? [high, whole] : [whole, high];
    for (let n = 0; n < pieces; n++) {
      strip.save();
      strip.beginPath();
      strip.rect(0, n * high, lens.width, high);
      strip.clip();
      strip.translate(whole / 2 - n * (whole - lens.width), (n + 0.5) * high);
      strip.rotate(turn * Math.PI / 2);
      strip.drawImage(image, x, y, width, height, -across / 2, -along / 2, across, along);
      strip.restore();
    }
    // The picture goes along, below the lens.
    const pictures = lens.parentElement, below = lens.offsetHeight, at = rect.getBoundingClientRect(), from = pictures.getBoundingClientRect().top;
    if (pictures.scrollHeight > pictures.clientHeight) pictures.scrollTop += at.top - from - below - Math.max(8, (pictures.clientHeight - below - at.height) / 2);
  };

  // The pictures with a box around each line that was read.
  const furnish = (room, pictures) => {
    for (const figure of room.querySelectorAll("figure")) {
      const picture = pictures[Number(figure.dataset.picture)] || (figure.dataset.src && { url: figure.dataset.src });
      if (!picture) continue;
      for (const old of figure.querySelectorAll("img, svg")) old.remove();
      const image = new Image();
      image.alt = figure.textContent;
      image.onload = () => {
        const width = picture.width || image.naturalWidth;
        image.dataset.scale = image.naturalWidth / width;
        const boxes = document.createElementNS(svgNS, "svg");
        boxes.setAttribute("viewBox", `0 0 ${width} ${image.naturalHeight * width / image.naturalWidth}`);
        boxes.setAttribute("aria-hidden", "true");
        for (const line of room.querySelectorAll(".line")) {
          if (line.dataset.picture !== figure.dataset.picture || !line.dataset.box) continue;
          const [left, top, right, bottom] = rectangle(line);
          const rect = document.createElementNS(svgNS, "rect");
          const attributes = { class: line.classList[1], x: left, y: top, width: right - left, height: bottom - top, "data-line": `${line.dataset.picture} ${line.dataset.box}` };
          for (const [name, value] of Object.entries(attributes)) rect.setAttribute(name, value);
          rect.addEventListener("click", () => room.querySelector(`.line[data-picture="${line.dataset.picture}"][data-box="${line.dataset.box}"]`).focus());
          boxes.append(rect);
        }
        figure.append(image, boxes);
        figure.hidden = false;
        const here = document.activeElement.closest(".line");
        if (here && room.contains(here)) lookAt(room, here);
        room.querySelector("[data-gone]").hidden = true;
        room.querySelector("[data-lent]").hidden = !picture.url;
        room.dataset.ready = "true";
      };
      image.src = picture.url || address(picture);
    }
  };
  // A file that is laid beside is known by its sum, as it was when it was sent: any other
  // is refused, so that nobody compares with somebody else's report.
  const table = Uint32Array.from({ length: 256 }, (_, n) => {
    for (let k = 0; k < 8; k++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
    return n;
  });
  const sum = (bytes) => (bytes.reduce((sum, byte) => table[(sum ^ byte) & 255] ^ (sum >>> 8), -1) ^ -1) >>> 0;
  const lay = async (room, files) => {
    const sums = room.dataset.sums.split(" ").filter(Boolean).map(Number), pictures = [], strange = [];
    for (const [n, file] of files.entries()) {
      const at = sums.length ? sums.indexOf(sum(new Uint8Array(await file.arrayBuffer()))) : n;
      if (at < 0) strange.push(file.name);
      else pictures[at] = { url: URL.createObjectURL(file) };
    }
    const said = room.querySelector("[data-strange]");
    said.hidden = !strange.length;
    said.textContent = strange.join(" ") + " " + said.dataset.strange;
    furnish(room, pictures);
  };
  document.addEventListener("focusin", (event) => {
    const line = event.target.closest(".line"), room = event.target.closest(".reading-room");
    if (line && room) lookAt(room, line);
  });
  // Who works by the keyboard goes on from line to line: what had the focus is no
  // more after an act.
  let acted = null;
  const enter = (line) => {
    const field = line && line.querySelector("[name=value]");
    if (field) field.select();
    if (field || line) (field || line).focus();
  };
  const wants = (line) => line.matches(".none, .doubtful");
  document.addEventListener("click", (event) => { if (event.target.closest("[data-next]")) enter(Array.from(document.querySelectorAll("#lines > .line")).find(wants)); });
  document.addEventListener("htmx:confirm", (event) => { // what was typed is kept before the next step
    if (!event.detail.elt.matches("#wanting form") || !tijian.busy() && !tijian.unsaved().length) return;
    event.preventDefault();
    settle().then((kept) => { if (kept) event.detail.issueRequest(true); });
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const line = event.detail.requestConfig.elt.closest(".line");
    acted = line && line.contains(document.activeElement) ? Array.from(line.parentElement.children).indexOf(line) : null;
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    const refused = event.detail.elt.closest("#lines > .line:has([role=alert])"); // which somebody had left for the next
    if (refused && acted === null && document.activeElement === document.body) enter(refused); // never from under the hands of who types elsewhere
    if (acted === null) return;
    const lines = Array.from(document.querySelectorAll("#lines > .line")), here = lines[Math.min(acted, lines.length - 1)];
    acted = null;
    if (!here) return;
    if (here.querySelector(".open") && !here.querySelector("[role=alert]")) return here.querySelector("[name=as], .line:not(:has([name=as])) [name=value]").focus(); // it was opened
    const focused = document.activeElement, rest = lines.slice(lines.indexOf(here)).find(wants) || lines.find(wants);
    if (focused !== document.body && !(here.contains(focused) && (focused.tagName === "BUTTON" || !rest))) return; // who types goes on typing
    (here.querySelector("[role=alert]") ? here : rest || document.querySelector("#wanting .next") || here).focus();
  });
  document.addEventListener("htmx:afterSettle", () => {
    const add = document.querySelector("#add[data-there]"), stopped = document.getElementById("stopped");
    if (stopped && !tijian.unsaved().some((form) => form.matches(tijian.itself))) stopped.hidden = true; // it has been saved since
    const line = add && Array.from(document.querySelectorAll("#lines > .line:not(.struck)")).find((l) => l.querySelector("[name=indicator]").value === add.dataset.there);
    if (!line) return;
    enter(line); // that has what was to be added
    line.append(make("p", { className: "fault small", textContent: add.querySelector("[role=alert]").textContent }));
    delete add.dataset.there;
  });
  document.addEventListener("input", (event) => {
    const input = event.target;
    if (input.closest(".line")) input.form.classList.toggle("dirty", !!tijian.typed(input.form));
  });

  // A line that was changed saves itself when somebody leaves it. Lines settle at once: a
  // form that htmx does not know yet would be sent by the browser itself, and the page anew.
  const pending = new Set();
  document.addEventListener("htmx:beforeRequest", (event) => { if (event.detail.elt.closest("#lines")) event.detail.elt.closest("form").dataset.saving = ""; });
  document.addEventListener("htmx:afterRequest", (event) => { const form = event.detail.elt.closest("form"); if (form) delete form.dataset.saving; });
  document.addEventListener("focusout", (event) => {
    const line = event.target.closest("#lines > .line"), form = line && line.querySelector("form.dirty:not([data-saving])");
    if (!form || line.contains(event.relatedTarget) || !line.isConnected || !form.elements.value.value.trim()) return;
    const saved = htmx.ajax("POST", form.getAttribute("hx-post"), { source: form, target: line, swap: "outerHTML settle:0ms" }).catch(() => {}).finally(() => pending.delete(saved));
    pending.add(saved);
  });

  // By the keyboard: Enter on a line, or in its field, keeps what stands there, says that
  // it was read rightly where nothing was typed, and goes on at once to the next that
  // needs a look; a digit on a line begins its value anew; J and K go down and up.
  document.addEventListener("keydown", (event) => {
    const field = event.target.closest("#lines > .line form > :is([name=value], [name=unit], [name=reference])"), line = field ? field.closest(".line") : event.target;
    if (!line.matches("#lines > .line") || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || field && event.key !== "Enter") return;
    const lines = Array.from(line.parentElement.children).filter((other) => other.offsetParent), at = lines.indexOf(line);
    const go = (to) => { if (to) to.focus(); }, others = [...lines.slice(at + 1), ...lines.slice(0, at)];
    const next = others.find(wants) || (wants(line) ? null : lines[at + 1]); // after the last one: the next step
    if (event.key === "j") go(lines[at + 1]);
    else if (event.key === "k") go(lines[at - 1]);
    else if (event.key === "Delete" && !field && line.matches(".none")) {
      line.querySelector("[name=strike]").click();
      go(next);
    }
    else if (/^[\d<>≤≥.+-]$/.test(event.key)) return enter(line); // which the key is typed into
    else if (event.key !== "Enter") return;
    else if (field && (tijian.typed(field.form) || line.matches(".doubtful")) && field.form.elements.value.value.trim()) {
      field.form.requestSubmit(field.form.querySelector(tijian.typed(field.form) ? ".save" : ".confirm"));
      enter(next);
    } else if (field) enter(next);
    else if (line.matches(".doubtful")) {
      line.querySelector(".confirm").click();
      go(next);
    } else if (line.matches(".none")) line.querySelector("[name=value]").focus();
    else go(next);
    event.preventDefault();
  });

  // Who goes on from the results goes on with what the page shows: what was typed
  // and not saved is saved first. What cannot be saved stops the step.
  const settle = async () => {
    const stopped = document.getElementById("stopped"), lines = document.getElementById("lines");
    const stay = (form, why) => {
      const field = form.querySelector("[aria-invalid]") || tijian.typed(form) || form.querySelector("input:not([type=hidden])");
      const line = form.closest(".line"), name = line ? line.querySelector(".what").firstChild.textContent : form.querySelector("h2").textContent;
      const link = make("a", { href: "#" + field.id, textContent: name });
      link.addEventListener("click", (event) => { event.preventDefault(); field.focus(); });
      const said = line && line.querySelector(".fault");
      stopped.replaceChildren(link, stopped.dataset.colon + (said ? said.textContent + " " : "") + stopped.dataset[why]);
      stopped.hidden = false;
      field.focus();
      return false;
    };
    stopped.hidden = true;
    while (pending.size) await Promise.allSettled(pending);
    const filled = (form) => Array.from(form.elements).some((field) => field.matches("input:not([type=hidden])") && field.value.trim());
    const next = () => tijian.unsaved().find((form) => form.id === "add" ? filled(form) : form.closest("#lines")); // one that was emptied is no more meant
    for (let form = next(); form; form = next()) {
      const line = form.closest(".line"), at = line ? Array.from(lines.children).indexOf(line) : -1;
      if (!tijian.typed(form)) return stay(form, "failed"); // it was refused as it stands
      if (line && !form.elements.value.value.trim()) return stay(form, "blank");
      if (!form.reportValidity()) return false;
      try {
        await htmx.ajax("POST", form.getAttribute("hx-post"), { source: form, target: line || form, swap: "outerHTML settle:0ms" });
      } catch { /* the form is still there */ }
      if (form.isConnected) return stay(form, "failed");
      const now = line ? lines.children[at] : document.getElementById("add");
      const refused = now && now.querySelector("[role=alert]") && (now.matches("form") ? now : now.querySelector("form"));
      if (refused) return stay(refused, "failed");
    }
    return true;
  };
  tijian.itself = "#lines form, #add";
  tijian.busy = () => pending.size > 0;
  tijian.flush = settle;

  const arrive = (root) => {
    for (const field of document.querySelectorAll(".line [readonly]")) { // without scripts a line is opened first
      field.readOnly = false;
      field.autocomplete = "off";
    }
    for (const thumbs of root.querySelectorAll("p.thumbs")) {
      thumbs.replaceChildren(...kept(thumbs.dataset.report).filter(Boolean).map((picture) => make("img", { alt: "", src: address(picture) })));
    }
    for (const room of root.querySelectorAll(".reading-room")) {
      const again = room.querySelector("[data-again]");
      again.hidden = false;
      again.querySelector("input").addEventListener("change", (event) => lay(room, Array.from(event.target.files)));
      if ("signed" in room.dataset) [room.dataset.report, ...room.dataset.joint.split(" ").filter(Boolean)].forEach(forget);
      const joint = room.dataset.joint.split(" ").filter(Boolean).map((report) => kept(report)[0]), own = kept(room.dataset.report);
      furnish(room, joint.length ? [own[0], ...joint] : own);
      const first = document.querySelector("#wanting [data-next]"); // Enter begins
      if (first && document.activeElement === document.body) first.focus({ preventScroll: true });
    }
  };
  document.addEventListener("htmx:afterSwap", (event) => arrive(event.target));
  // What became of a line shows in its box.
  document.addEventListener("htmx:afterSettle", () => {
    for (const room of document.querySelectorAll(".reading-room")) {
      const lines = Array.from(room.querySelectorAll(".line"));
      for (const rect of room.querySelectorAll("rect")) {
        const line = lines.find((l) => rect.dataset.line === `${l.dataset.picture} ${l.dataset.box}`);
        if (line) rect.setAttribute("class", line.classList[1]);
      }
    }
  });
  arrive(document);
})();
