"use strict";
const live = document.getElementById("live");
let waiting = false;
async function refresh() {
    if (waiting) return;
    waiting = true;
    await new Promise((ready) => setTimeout(ready, 2000));
    waiting = false;
    const answer = await fetch("/list");
    if (answer.ok) live.innerHTML = await answer.text();
}
new EventSource("/events").onmessage = (event) => {
    const news = JSON.parse(event.data);
    const picture = news.kind === "board" && [...live.querySelectorAll("img")].find((each) => each.dataset.game === news.game);
    if (picture) picture.src = `/live/${news.game}.svg?${news.ply}`;
    else refresh();
};
