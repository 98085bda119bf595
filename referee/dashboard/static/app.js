// The live page: parts that the server renders are put in place, pictures are drawn, forms are sent.
// Without this file the page still shows the table as it was when it was loaded, and its forms work.
"use strict";

const byId = (id) => document.getElementById(id);
const socketUrl = (path) => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
const SVG = "http://www.w3.org/2000/svg";

// A socket that comes back by itself, later each time, until the page goes.
function keepOpen(path, { onOpen, onMessage, onLost }) {
  let wait = 500;
  let socket = null;
  let wanted = false;
  function open() {
    if (!wanted || socket) return;
    socket = new WebSocket(socketUrl(path));
    socket.binaryType = "arraybuffer";
    socket.onopen = () => { wait = 500; onOpen?.(socket); };
    socket.onmessage = (event) => onMessage(event.data, socket);
    socket.onclose = (event) => {
      socket = null;
      if (!wanted) return;
      onLost?.(event.code);
      setTimeout(open, wait * (0.75 + Math.random() / 2));
      wait = Math.min(wait * 2, 5000);
    };
  }
  return {
    start() { if (!wanted) { wanted = true; open(); } },
    stop() { wanted = false; socket?.close(); },
  };
}

// Put new HTML in place without losing what the person is doing there: focus, open details, typed text, a clip that plays.
function replacePart(name, html) {
  const part = document.querySelector(`[data-part="${name}"]`);
  if (!part) return;
  const focused = part.contains(document.activeElement) ? document.activeElement.id : null;
  const open = [...part.querySelectorAll("details[open]")].map((item) => item.id);
  const typed = [...part.querySelectorAll("input[id], select[id]")].map((item) => [item.id, item.value]);
  const scroll = part.querySelector(".feed")?.scrollTop ?? 0;
  const films = [...part.querySelectorAll("video[id]")].filter((film) => film.currentTime > 0 || !film.paused);
  const playing = films.filter((film) => !film.paused);
  part.innerHTML = html;
  films.forEach((film) => byId(film.id)?.replaceWith(film));
  playing.forEach((film) => film.play().catch(() => {}));
  open.forEach((id) => byId(id)?.setAttribute("open", ""));
  typed.forEach(([id, value]) => { const item = byId(id); if (item && item.type !== "hidden") item.value = value; });
  const feed = part.querySelector(".feed");
  if (feed && open.length) feed.scrollTop = scroll;
  if (focused) byId(focused)?.focus();
}

function showStatus(text, kind) {
  byId("status").className = `status ${kind}`;
  byId("status-text").textContent = text;
}

const table = keepOpen("/ws/table", {
  onMessage(data) {
    const news = JSON.parse(data);
    for (const [name, html] of Object.entries(news.parts)) replacePart(name, html);
    if (news.say !== undefined && byId("say").textContent !== news.say) byId("say").textContent = news.say;
    showStatus(news.status.text ?? byId("status").dataset.mode, news.status.kind ?? "");
  },
  onLost() { showStatus("connection lost, trying again", "lost"); },
});

const picture = keepOpen("/ws/picture", {
  onOpen(socket) { socket.send("next"); },
  async onMessage(data, socket) {
    const length = new DataView(data).getUint32(0);
    const header = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(data, 4 + length)], { type: "image/jpeg" }));
    draw(bitmap, header);
    if (socket.readyState === WebSocket.OPEN) socket.send("next");
  },
  onLost(code) {
    const note = byId("no-picture");
    note.textContent = code === 1013 ? "Too many people look at this table" : "Waiting for the picture";
    note.hidden = false;
  },
});

function draw(bitmap, header) {
  const canvas = byId("picture");
  if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    byId("live").style.aspectRatio = `${bitmap.width} / ${bitmap.height}`;
  }
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
  bitmap.close();
  canvas.dataset.frame = header.frame;
  byId("no-picture").hidden = true;
  drawShapes(header.shapes, header.size);
}

let drawn = "";
function drawShapes(shapes, [width, height]) {
  const key = JSON.stringify(shapes);
  if (key === drawn) return;
  drawn = key;
  const svg = byId("shapes");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const size = Math.round(width / 46);
  svg.replaceChildren(...shapes.map((shape) => {
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", shape.kind);
    const outline = document.createElementNS(SVG, "polygon");
    outline.setAttribute("points", shape.points.map((point) => point.join(",")).join(" "));
    group.append(outline);
    if (shape.label) {
      const xs = shape.points.map((point) => point[0]);
      const ys = shape.points.map((point) => point[1]);
      const label = document.createElementNS(SVG, "text");
      const top = Math.min(...ys) - size * 0.5;
      label.setAttribute("x", Math.min(Math.max((Math.min(...xs) + Math.max(...xs)) / 2, size * 4), width - size * 4));
      label.setAttribute("y", top > size ? top : Math.max(...ys) + size * 1.2);
      label.setAttribute("font-size", size);
      label.textContent = shape.label;
      group.append(label);
    }
    return group;
  }));
}

// Decisions are sent in place: the answer comes back through the table's socket like every other change.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.getAttribute("action") !== "/api/events") return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  let fault = null;
  try {
    const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" });
    if (answer.type !== "opaqueredirect" && !answer.ok) {
      const said = await answer.json().catch(() => ({}));
      fault = said.error ?? said.reasons?.map((reason) => reason.code.replaceAll("_", " ")).join(", ") ?? "it was refused";
    }
  } catch { fault = "the table can't be reached"; }
  if (fault === null) form.closest("details")?.removeAttribute("open");
  const toast = byId("toast");
  toast.hidden = fault === null;
  toast.textContent = fault === null ? "" : `Not done: ${fault}`;
});

document.addEventListener("visibilitychange", () => (document.hidden ? picture.stop() : picture.start()));
window.addEventListener("pagehide", () => { table.stop(); picture.stop(); });
window.addEventListener("pageshow", () => { table.start(); if (!document.hidden) picture.start(); });
