// Shows one position of the game at a time. The page keeps each element of all positions once: a node is
// [tag, attributes, ...inside], where what is inside is the number of a node or a text. A frame has a node for each
// place, and a track is a course of frames: the game, each better line, each branch. This text must not have a less-than sign.
"use strict";
(() => {
  const {places, nodes, frames, tracks, costly, events, labels} = JSON.parse(document.getElementById("frames").textContent);
  const at = (id) => document.getElementById(id);
  const HTML = "http://www.w3.org/1999/xhtml", SVG = "http://www.w3.org/2000/svg";
  const shown = new WeakMap();  // the number of the node that an element shows
  const slider = at("slider"), moves = at("moves"), board = at("board");
  let track = 0, step = 0, timer = null;

  function made(inside, space) {
    if (typeof inside === "string") return document.createTextNode(inside);
    const [tag, attributes, ...rest] = nodes[inside];
    const own = tag === "svg" ? SVG : space;
    const found = document.createElementNS(own, tag);
    for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
    found.append(...rest.map((each) => made(each, own)));
    shown.set(found, inside);
    return found;
  }

  const alike = (one, other) => one !== undefined && nodes[one][0] === nodes[other][0]
    && ["id", "class"].every((name) => nodes[one][1][name] === nodes[other][1][name]);

  // Makes an element that is alike show another node.
  function turn(element, inside, fresh) {
    const before = nodes[shown.get(element)][1], [, after, ...rest] = nodes[inside];
    for (const name of Object.keys(before)) if (!(name in after)) element.removeAttribute(name);
    for (const [name, value] of Object.entries(after)) if (before[name] !== value) element.setAttribute(name, value);
    shown.set(element, inside);
    fill(element, rest, element.namespaceURI, fresh);
  }

  // Notes which nodes the elements show that were in the page before this script.
  function adopt(element, inside) {
    shown.set(element, inside);
    const numbers = nodes[inside].slice(2).filter((each) => typeof each === "number");
    numbers.forEach((each, place) => adopt(element.children[place], each));
  }

  // Puts nodes into a parent, and keeps the elements that are there already. What is new is marked if `fresh`.
  function fill(parent, inside, space, fresh) {
    const left = new Set(parent.children);
    const take = (test) => {
      for (const found of left) if (test(found)) { left.delete(found); return found; }
      return null;
    };
    const kept = inside.map((each) => typeof each === "number" ? take((found) => shown.get(found) === each) : null);
    place(parent, inside.map((each, number) => {
      if (kept[number]) return kept[number];
      if (typeof each === "string") return document.createTextNode(each);
      const old = take((found) => alike(shown.get(found), each));
      if (old) {
        turn(old, each, fresh);
        return old;
      }
      const found = made(each, space);
      if (fresh) found.dataset.fresh = "";
      return found;
    }));
  }

  // Makes these the only children of a parent. What stays is not touched, for browsers draw what moves anew.
  function place(parent, children) {
    const staying = new Set(children);
    for (const old of [...parent.childNodes]) if (!staying.has(old)) old.remove();
    let next = parent.firstChild;
    for (const child of children) {
      if (child === next) next = next.nextSibling;
      else parent.insertBefore(child, next);
    }
  }

  function show(newTrack, newStep) {
    const fresh = newTrack === track && newStep === step + 1;
    [track, step] = [newTrack, newStep];
    const name = tracks[track][step], course = tracks[track];
    const event = Number(name.split(".")[0]);
    for (const old of document.querySelectorAll("[data-fresh]")) delete old.dataset.fresh;
    places.forEach((id, number) => fill(at(id), [frames[name][number]], HTML, fresh && id === "board"));
    slider.max = course.length - 1;
    slider.value = step;
    slider.setAttribute("aria-valuetext", at("caption").textContent);
    at("first").disabled = at("back").disabled = step === 0;
    at("last").disabled = at("on").disabled = step === course.length - 1;
    document.body.classList.toggle("elsewhere", track > 0 && step > 0);
    const x = `${events ? 100 * event / events : 0}%`;
    at("now").setAttribute("x1", x);
    at("now").setAttribute("x2", x);
    marked(event);
    history.replaceState(null, "", `#${name}`);
  }

  function marked(event) {
    moves.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const row = at(`event-${event}`);
    row?.setAttribute("aria-current", "step");
    const top = row ? row.offsetTop : 0, high = row ? row.offsetHeight : 0;
    const head = moves.querySelector("thead").offsetHeight;
    if (moves.scrollTop > top - head) moves.scrollTop = top - head;
    if (top + high > moves.scrollTop + moves.clientHeight) moves.scrollTop = top + high - moves.clientHeight;
  }

  // The track and the step of a frame by its name: the present track, else on the first that has it.
  function find(name) {
    for (const number of [track, ...tracks.keys()]) {
      const found = tracks[number].indexOf(name);
      if (found !== -1) return [number, found];
    }
    return null;
  }

  const go = (to) => show(track, Math.min(Math.max(to, 0), tracks[track].length - 1));

  function stop() {
    clearInterval(timer);
    timer = null;
    label(labels.play);
  }

  function label(text) {
    at("play").setAttribute("aria-label", text);
    at("play").title = text;
  }

  function play() {
    if (timer) return stop();
    label(labels.pause);
    if (step === tracks[track].length - 1) go(0);
    timer = setInterval(() => step === tracks[track].length - 1 ? stop() : go(step + 1), 900);
  }

  function jump(back) {
    const now = Number(tracks[0].indexOf(tracks[track][step]));
    const next = back ? costly.findLast((event) => now > event) : costly.find((event) => event > now);
    if (next) show(0, next);
  }

  const keys = {
    ArrowLeft: (held) => held ? jump(true) : go(step - 1),
    ArrowRight: (held) => held ? jump(false) : go(step + 1),
    Home: () => go(0),
    End: () => go(tracks[track].length - 1),
  };

  document.addEventListener("keydown", (pressed) => {
    const act = keys[pressed.key];
    const scrolls = board.classList.contains("large") && pressed.target === board;
    if (!act || pressed.ctrlKey || pressed.altKey || pressed.metaKey || pressed.target === slider || scrolls) return;
    pressed.preventDefault();
    stop();
    act(pressed.shiftKey);
  });

  const clicked = {
    first: () => go(0), back: () => go(step - 1), on: () => go(step + 1), last: () => go(tracks[track].length - 1),
  };
  for (const [id, act] of Object.entries(clicked)) at(id).addEventListener("click", () => { stop(); act(); });
  at("play").addEventListener("click", play);
  at("zoom").addEventListener("click", () => {
    at("zoom").setAttribute("aria-pressed", board.classList.toggle("large"));
  });
  slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });

  moves.addEventListener("click", (click) => {
    const row = click.target.closest("tr[data-event]");
    if (row && !click.target.closest("a")) { stop(); show(0, Number(row.dataset.event)); }
  });

  const graph = at("graph");
  function scrub(pointer) {
    if (pointer.target.closest("a") || (pointer.type === "pointermove" && !pointer.buttons)) return;
    const box = graph.getBoundingClientRect();
    const event = Math.round(events * (pointer.clientX - box.left) / box.width);
    stop();
    show(0, Math.min(Math.max(event, 0), events));
  }
  graph.addEventListener("pointerdown", scrub);
  graph.addEventListener("pointermove", scrub);

  const asked = () => find(decodeURIComponent(location.hash.slice(1)));
  function follow() {
    const found = asked();
    if (found) { stop(); show(...found); }
  }
  addEventListener("hashchange", follow);
  // The browser tells of a new address a moment after a click; a key may come sooner.
  document.addEventListener("click", (click) => {
    const link = click.target.closest("a[href^='#']");
    if (!link || click.ctrlKey || click.metaKey || click.shiftKey) return;
    click.preventDefault();
    history.pushState(null, "", link.getAttribute("href"));
    follow();
  });
  places.forEach((id, number) => adopt(at(id).firstElementChild, frames[events][number]));
  show(...(asked() || [0, events]));
})();
