/** The script of the reference for programs: search by keyboard, and calls with a key that stays in the page. */
import { createHash } from 'node:crypto';

/** Plain JavaScript, sent as it is. Texts of answers are set as text, never as markup. */
export const SCRIPT = `
const search = document.getElementById('search');
const found = document.getElementById('found');
const parts = [...document.querySelectorAll('details[data-words]')];
const visible = () => parts.filter((part) => !part.hidden);

function find() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const part of parts) part.hidden = !words.every((word) => part.dataset.words.includes(word));
  for (const link of document.querySelectorAll('nav li'))
    link.hidden = document.getElementById(link.firstChild.getAttribute('href').slice(1)).hidden;
  found.textContent = words.length === 0 ? '' : visible().length + ' found';
}
search.addEventListener('input', find);

const summaryOf = (part) => part && part.querySelector('summary');
document.addEventListener('keydown', (event) => {
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
  if (event.key === '/' && !isTyping) {
    event.preventDefault();
    search.focus();
  } else if (event.key === 'Escape' && event.target === search) {
    search.value = '';
    find();
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const isSummary = event.target.tagName === 'SUMMARY';
    if (!isSummary && event.target !== search) return;
    const all = visible().map(summaryOf);
    const next = all[isSummary ? all.indexOf(event.target) + (event.key === 'ArrowDown' ? 1 : -1) : 0];
    event.preventDefault();
    (next || search).focus();
  }
});

function open() {
  const part = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (part && part.tagName === 'DETAILS') part.open = true;
}
addEventListener('hashchange', open);
open();

const key = document.getElementById('key');
for (const form of document.querySelectorAll('form[data-path]')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const out = form.querySelector('output');
    const say = (text) => { out.textContent = text; };
    const token = key.value.trim();
    if (token === '') { say('Paste a key at the top of the page first.'); key.focus(); return; }
    if (form.dataset.scope !== 'read' && !token.startsWith('ak_test_')) { say('This call writes: it can be tried with a test key only.'); return; }
    const values = (place) => [...form.querySelectorAll('[data-in=' + place + ']')].filter((one) => one.value !== '');
    let path = form.dataset.path;
    for (const one of values('path')) path = path.replace('{' + one.name + '}', encodeURIComponent(one.value));
    if (path.includes('{')) { say('Fill in what the address needs.'); return; }
    const query = new URLSearchParams(values('query').map((one) => [one.name, one.value]));
    const body = form.querySelector('textarea');
    const headers = { authorization: 'Bearer ' + token, 'accept-language': 'en' };
    if (body) headers['content-type'] = 'application/json';
    say('…');
    try {
      const init = { method: form.dataset.method, headers, credentials: 'omit', ...(body ? { body: body.value } : {}) };
      const answer = await fetch(path + (query.size > 0 ? '?' + query : ''), init);
      const text = await answer.text();
      let shown = text;
      try { shown = JSON.stringify(JSON.parse(text), null, 2); } catch {}
      say(answer.status + ' · ' + (answer.headers.get('ratelimit') || '') + '\\n' + shown.slice(0, 100000));
    } catch { say('There was no answer.'); }
  });
}
`;

/** Hash of the script, in base64 for the Content-Security-Policy. */
export const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64');
