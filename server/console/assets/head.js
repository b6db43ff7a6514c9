// The form of a case shows the head of its paper beside the name and the number that
// somebody types: what is printed there is read by nobody else, and kept nowhere.
"use strict";

for (const canvas of document.querySelectorAll("canvas[data-head]")) {
  const { report, src } = canvas.dataset, turn = Number(canvas.dataset.turn), edge = Number(canvas.dataset.edge);
  const picture = (JSON.parse(sessionStorage.getItem("tijian-pictures " + report) || "[]"))[0], image = new Image();
  image.onload = () => {
    const { naturalWidth: wide, naturalHeight: tall } = image, at = edge * (picture ? wide / picture.width : 1);
    const [x, y, width, height] = [[0, 0, wide, at], [0, 0, at, tall], [0, at, wide, tall - at], [at, 0, wide - at, tall]][turn];
    const down = turn % 2 === 1;
    canvas.height = Math.min(960, Math.max(40, Math.round(canvas.width * (down ? width / height : height / width))));
    const strip = canvas.getContext("2d"), [across, along] = down ? [canvas.height, canvas.width] : [canvas.width, canvas.height];
    strip.translate(canvas.width / 2, canvas.height / 2);
    strip.rotate(turn * Math.PI / 2);
    strip.drawImage(image, x, y, width, height, -across / 2, -along / 2, across, along);
    canvas.closest("figure").hidden = false;
  };
  if (picture) {
    const bytes = Uint8Array.from(atob(picture.data.split(",")[1]), (c) => c.charCodeAt(0));
    image.src = URL.createObjectURL(new Blob([bytes], { type: picture.data.slice(5, picture.data.indexOf(";")) }));
  } else if (src) image.src = src;
}
