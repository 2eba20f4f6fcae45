"use strict";
// Without this script each link and each form loads a page. It fetches the same pages, and takes from them what has changed.
const parts = ["symbols", "wrong", "now", "board", "steps", "things", "open", "choice", "hint", "chart", "seats", "story", "whole", "links", "live"];
const main = document.getElementById("main");
const shown = document.body.dataset;
const still = matchMedia("(prefers-reduced-motion: reduce)");
//: So many milliseconds each event is shown, and so many events at most one after the other.
const PACE = 700;
const MOST = 8;
let address = location.href;
let asking = 0;
let busy = null;
let latest = null;

function focused() {
    const at = document.activeElement;
    return at && main.contains(at) ? { id: at.id, part: at.dataset.part, key: at.dataset.key, href: at.getAttribute("href"), board: !!at.closest("#board") } : null;
}

function focusAgain(was) {
    if (!was || (document.activeElement && document.activeElement !== document.body)) return;
    const scope = (was.board && document.getElementById("board")) || main;
    const same = was.part ? [...scope.querySelectorAll("[data-part]")].find((each) => each.dataset.part === was.part) : null;
    const key = was.key && main.querySelector(`[data-key="${CSS.escape(was.key)}"]`);
    const link = was.href && main.querySelector(`a[href="${CSS.escape(was.href)}"]`);
    const found = (was.id && document.getElementById(was.id)) || same || key || link || document.getElementById("play") || document.getElementById("now");
    if (!found) return;
    if (found.id === "now") found.tabIndex = -1;
    found.focus({ preventScroll: true });
}

function show(fresh) {
    const was = focused();
    document.title = fresh.title;
    document.getElementById("icon").href = fresh.getElementById("icon").href;
    Object.assign(shown, fresh.body.dataset);
    main.querySelector("h1").replaceWith(fresh.querySelector("h1"));
    for (const id of parts) {
        const old = document.getElementById(id);
        const next = fresh.getElementById(id);
        if (old && next) {
            if (old.outerHTML === next.outerHTML) continue;
            if (id === "whole") next.open = old.open;
            for (const inner of old.querySelectorAll("details[id]")) {
                const same = next.querySelector(`#${CSS.escape(inner.id)}`);
                if (same) same.open = inner.open;
            }
            if (id === "now") {
                old.className = next.className;
                old.replaceChildren(...next.childNodes);
            } else old.replaceWith(next);
        } else if (old) old.remove();
        else if (next) document.getElementById(id === "things" ? "open" : "seats").before(next);
    }
    focusAgain(was);
    hover();
    enable();
}

const wait = (time) => new Promise((done) => { setTimeout(done, time); });

async function page(url, options) {
    const ground = main.querySelector("[data-ground]");
    const answer = await fetch(url, { ...options, headers: { Ground: ground?.dataset.ground ?? "" } });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    // The ground of the board, the most of some pages, is sent once.
    fresh.querySelector("[data-ground]:empty")?.replaceWith(ground.cloneNode(true));
    return { url: answer.url, fresh: fresh.body.dataset.live && fresh };
}

// Events that happened meanwhile are shown one after the other.
async function between(url, to, current) {
    const from = Number(shown.events);
    if (still.matches || document.hidden || to - from > MOST || new URL(url).search) return;
    for (let at = from + 1; at < to && current(); at++) {
        const step = await page(`${location.pathname}?at=${at}`);
        if (!step.fresh || !current()) return;
        const data = { ...shown };
        show(step.fresh);
        Object.assign(shown, data);
        await wait(PACE);
    }
}

function load(url, options) {
    const mine = ++asking;
    const current = () => mine === asking;
    const work = (async () => {
        try {
            const found = await page(url, options);
            if (!current()) return;
            if (!found.fresh) {
                location.assign(found.url);
                return;
            }
            const turn = shown.turn;
            await between(found.url, Number(found.fresh.body.dataset.events), current);
            if (!current()) return;
            show(found.fresh);
            address = found.url;
            if (turn !== "yes" && shown.turn === "yes") ring();
            lost(false);
        } catch {
            lost(true);
        }
        if (current()) {
            busy = null;
            main.removeAttribute("aria-busy");
        }
        follow();
    })();
    busy = work;
    main.setAttribute("aria-busy", "true");
    return work;
}

// What is chosen is kept as long as nobody has moved.
function follow() {
    if (busy || !latest || latest.version === shown.version) return;
    load(latest.ply === shown.ply ? address.split("#")[0] : location.pathname);
}

function lost(is) {
    let said = document.getElementById("lost");
    if (!is && said) said.remove();
    if (!is || said) return;
    said = document.createElement("p");
    said.id = "lost";
    said.className = "lost";
    said.setAttribute("role", "alert");
    said.textContent = shown.lost;
    document.body.append(said);
}

// A sound, if it is wanted, says that it is one's turn.
const sound = document.getElementById("sound");

function ring() {
    if (localStorage.sound !== "on") return;
    const audio = new AudioContext();
    for (const [start, pitch] of [[0, 660], [0.16, 880]]) {
        const tone = audio.createOscillator();
        const loud = audio.createGain();
        tone.frequency.value = pitch;
        loud.gain.setValueAtTime(0.12, audio.currentTime + start);
        loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + start + 0.4);
        tone.connect(loud).connect(audio.destination);
        tone.start(audio.currentTime + start);
        tone.stop(audio.currentTime + start + 0.4);
    }
}

// What needs a script is hidden without one.
function enable() {
    for (const button of main.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
    for (const row of main.querySelectorAll("tr[data-spots]")) if (row.dataset.spots) row.tabIndex = 0;
}

const whole = (path) => new URL(path, location.href).href;

document.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    const share = event.target.closest("[data-share]");
    const barred = event.target.closest("[data-why]");
    if (barred) {
        const said = document.getElementById("wrong");
        [said.className, said.textContent] = ["wrong", barred.dataset.why];
    }
    if (share) navigator.share({ title: document.title, url: whole(share.dataset.share) }).catch(() => {});
    if (event.target === sound) {
        localStorage.sound = localStorage.sound === "on" ? "off" : "on";
        sound.setAttribute("aria-pressed", localStorage.sound === "on");
        ring();
    }
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const href = link.getAttribute("href");
    if (link.dataset.copy) {
        event.preventDefault();
        navigator.clipboard?.writeText(whole(link.dataset.copy)).then(() => { link.textContent = shown.copied; });
    } else if (main.contains(link) && shown.live && new URL(href, location.href).pathname === location.pathname) {
        event.preventDefault();
        load(href);
    }
});

document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!shown.live || !main.contains(form)) return;
    event.preventDefault();
    load(form.getAttribute("action"), { method: "POST", body: new URLSearchParams(new FormData(form)) });
});

// A row of points shows what counts.
function light(event) {
    const row = event.target.closest?.("tr[data-spots]");
    for (const spot of main.querySelectorAll(".spot.lit")) spot.classList.remove("lit");
    if (!row || event.type === "mouseout" || event.type === "focusout") return;
    const seat = row.closest(".seat");
    const within = seat.querySelector(".spot") ? seat : document.getElementById("board");
    const names = row.dataset.spots.split(" ");
    for (const spot of within.querySelectorAll(".spot")) {
        if (names.includes(spot.dataset.spot)) spot.classList.add("lit");
    }
}
for (const kind of ["mouseover", "mouseout", "focusin", "focusout"]) main.addEventListener(kind, light);

// What is held follows the pointer, and lies down on the place that it points at.
const pointer = { x: 0, y: 0, touch: false };
let drag = null;

const under = () => document.elementFromPoint(pointer.x, pointer.y);

function hover() {
    const held = main.querySelector(".held");
    const aimed = under()?.closest("#board .target.place");
    for (const each of main.querySelectorAll(".aimed")) if (each !== aimed) each.classList.remove("aimed");
    if (!held) return;
    const drawing = held.ownerSVGElement;
    const on = (drag?.moved || (aimed && !pointer.touch)) && !drawing.querySelector(".chosen.aimed");
    held.classList.toggle("on", !!on);
    if (!on) return;
    const box = aimed?.getBBox();
    const matrix = aimed ? aimed.firstElementChild.nextElementSibling.getCTM() : null;
    let at = new DOMPoint(pointer.x, pointer.y).matrixTransform(drawing.getScreenCTM().inverse());
    if (box) {
        const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
        at = middle.matrixTransform(matrix).matrixTransform(drawing.getCTM().inverse());
        aimed.classList.toggle("aimed", !!drag);
    }
    held.setAttribute("transform", `translate(${at.x} ${at.y})`);
}

document.addEventListener("pointerdown", (event) => {
    const from = event.target.closest("[data-thing]");
    if (!from || event.button || !event.isPrimary) return;
    drag = { x: event.clientX, y: event.clientY, href: from.getAttribute("href"), chosen: from.matches(".chosen"), moved: false };
});

document.addEventListener("pointermove", (event) => {
    if (!event.isPrimary) return;
    Object.assign(pointer, { x: event.clientX, y: event.clientY, touch: event.pointerType === "touch" });
    if (drag && !drag.moved && Math.hypot(pointer.x - drag.x, pointer.y - drag.y) > 8) {
        drag.moved = true;
        document.body.classList.add("dragging");
        if (!drag.chosen) load(drag.href);
    }
    hover();
});

async function drop(event) {
    const was = drag;
    drag = null;
    if (!was?.moved) return;
    document.body.classList.remove("dragging");
    // The click that ends a drag with the mouse chooses nothing; one that begins anew does.
    const swallow = (click) => { click.preventDefault(); click.stopPropagation(); };
    const enough = () => removeEventListener("click", swallow, true);
    addEventListener("click", swallow, true);
    addEventListener("pointerdown", enough, { once: true });
    setTimeout(enough, 50);
    if (busy) await busy;
    const target = event.type === "pointerup" && under()?.closest("#board .target.place");
    if (target) load(target.getAttribute("href"));
    hover();
}
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);
document.addEventListener("dragstart", (event) => { if (event.target.closest("[data-thing]")) event.preventDefault(); });

// A second finger turns what is held.
document.addEventListener("touchstart", (event) => {
    if (event.touches.length === 2 && main.querySelector(".held")) main.querySelector('[data-key="r"]')?.click();
}, { passive: true });

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function middle(each) {
    const box = each.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
}

function onward(from, [right, down]) {
    const [x, y] = middle(from);
    let best = null;
    let least = Infinity;
    for (const each of document.querySelectorAll("#board .target")) {
        const [dx, dy] = [middle(each)[0] - x, middle(each)[1] - y];
        const ahead = dx * right + dy * down;
        const far = ahead + 2 * Math.abs(dx * down + dy * right);
        if (ahead > 1 && far < least) [best, least] = [each, far];
    }
    return best;
}

document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    const at = event.target.closest("a, button, summary");
    const target = event.target.closest("#board .target");
    if (arrows[event.key] && target) {
        onward(target, arrows[event.key])?.focus();
    } else if (event.key === "Enter" && (!at || at.classList.contains("chosen"))) {
        const play = document.getElementById("play");
        if (!play) return;
        play.form.requestSubmit();
    } else {
        const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
        const found = main.querySelector(`[data-key="${CSS.escape(key)}"]`);
        if (!found) return;
        found.click();
    }
    event.preventDefault();
});

function face(seconds) {
    const whole = Math.ceil(seconds);
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

let news = null;

function listen() {
    news?.close();
    news = new EventSource(shown.news);
    news.addEventListener("changed", (event) => {
        latest = { version: event.lastEventId, ply: event.data };
        follow();
        lost(false);
    });
    news.onerror = () => {
        lost(true);
        // A browser tries again by itself, but not after an error of the server, or of one before it.
        if (news.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
    };
}

if (shown.news) {
    listen();
    // After a sleep, or in another network, a connection may be dead and nobody says so.
    addEventListener("offline", () => lost(true));
    addEventListener("online", listen);
    document.addEventListener("visibilitychange", () => { if (!document.hidden) listen(); });
    sound.hidden = !document.getElementById("board");
    sound.setAttribute("aria-pressed", localStorage.sound === "on");
    enable();
    let since = performance.now();
    setInterval(() => {
        const now = performance.now();
        for (const clock of main.querySelectorAll(".clock[data-runs]")) {
            clock.dataset.left = Math.max(0, clock.dataset.left - (now - since) / 1000);
            clock.textContent = face(clock.dataset.left);
        }
        since = now;
    }, 500);
}
