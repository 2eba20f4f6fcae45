"use strict";
// Without this script each link and each form loads a page. It fetches the same pages, and takes from them what has changed.
const parts = ["wrong", "board", "now", "choice", "hint", "seats", "hand", "story", "whole", "links"];
const main = document.getElementById("main");
let address = location.href;
let asking = 0;
let busy = false;
let latest = null;

function focused() {
    const at = document.activeElement;
    return at && main.contains(at) ? { id: at.id, part: at.dataset.part, key: at.dataset.key, board: !!at.closest("#board") } : null;
}

function focusAgain(was) {
    if (!was || (document.activeElement && document.activeElement !== document.body)) return;
    const scope = document.getElementById(was.board ? "board" : "choice") || main;
    const same = was.part ? [...scope.querySelectorAll("[data-part]")].find((each) => each.dataset.part === was.part) : null;
    const found = (was.id && document.getElementById(was.id)) || same || document.getElementById("play") || document.getElementById("now");
    if (!found) return;
    if (found.id === "now") found.tabIndex = -1;
    found.focus({ preventScroll: true });
}

function show(text) {
    const fresh = new DOMParser().parseFromString(text, "text/html");
    if (!fresh.getElementById("board") || !document.getElementById("board")) return false;
    const was = focused();
    document.title = fresh.title;
    Object.assign(document.body.dataset, { ply: fresh.body.dataset.ply, version: fresh.body.dataset.version });
    main.querySelector("h1").replaceWith(fresh.querySelector("h1"));
    for (const id of parts) {
        const old = document.getElementById(id);
        const next = fresh.getElementById(id);
        if (old && next) {
            if (old.innerHTML === next.innerHTML) continue;
            if (id === "whole") next.open = old.open;
            for (const inner of old.querySelectorAll("details[open][id]")) {
                const same = next.querySelector(`#${CSS.escape(inner.id)}`);
                if (same) same.open = true;
            }
            if (id === "now") old.replaceChildren(...next.childNodes);
            else old.replaceWith(next);
            if (id === "board") next.firstElementChild.classList.add("fresh");
        } else if (old) old.remove();
        else if (next) document.getElementById("seats").before(next);
    }
    focusAgain(was);
    return true;
}

async function load(url, options) {
    const mine = ++asking;
    busy = true;
    try {
        const answer = await fetch(url, options);
        const text = await answer.text();
        if (mine !== asking) return;
        if (!show(text)) location.assign(answer.url);
        address = answer.url;
        lost(false);
    } catch {
        lost(true);
    }
    busy = false;
    follow();
}

// What is chosen is kept as long as nobody has moved.
function follow() {
    const shown = document.body.dataset;
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
    said.textContent = document.body.dataset.lost;
    document.body.append(said);
}

document.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const href = link.getAttribute("href");
    if (link.dataset.copy) {
        event.preventDefault();
        navigator.clipboard?.writeText(new URL(href, location.href).href).then(() => { link.textContent = document.body.dataset.copied; });
    } else if (main.contains(link) && document.body.dataset.news && new URL(href, location.href).pathname === location.pathname) {
        event.preventDefault();
        load(href);
    }
});

document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!document.body.dataset.news || !main.contains(form)) return;
    event.preventDefault();
    load(form.getAttribute("action"), { method: "POST", body: new URLSearchParams(new FormData(form)) });
});

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
        const next = onward(target, arrows[event.key]);
        if (next) next.focus();
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

if (document.body.dataset.news) {
    const news = new EventSource(document.body.dataset.news);
    news.addEventListener("changed", (event) => {
        latest = { version: event.lastEventId, ply: event.data };
        follow();
        lost(false);
    });
    news.onerror = () => lost(true);
}
