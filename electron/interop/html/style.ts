// Stylesheet of shared pages: light, dark, mobile and print. References no external file.

export const style = `
:root { color-scheme: light dark;
  --ground: #fbfbfa; --sheet: #ffffff; --ink: #1f2328; --soft: #59636e; --line: #dfe3e8; --tint: #f3f4f6;
  --accent: #2f5fd0; --good: #1a7f4b; --bad: #b42318; --added: #e3f6e8; --gone: #fdeaea; }
@media (prefers-color-scheme: dark) { :root {
  --ground: #131416; --sheet: #1a1c1f; --ink: #e6e8eb; --soft: #9aa3ad; --line: #2e3238; --tint: #212428;
  --accent: #8ab0ff; --good: #5fc98d; --bad: #ff8f85; --added: #16301f; --gone: #3a1d1d; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: anywhere;
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif; }
body > header, main, body > footer { max-width: 46rem; margin: 0 auto; padding: 0 1rem; }
body > header { padding-top: 2.5rem; padding-bottom: 1.25rem; }
h1.title { margin: 0; font-size: 1.6rem; line-height: 1.25; font-weight: 650; }
.facts, body > footer, .who { color: var(--soft); font-size: .85rem; }
.facts { margin: .4rem 0 0; }
body > footer { padding-top: 2rem; padding-bottom: 3rem; }
article { margin: 0 0 1.4rem; }
article.on { margin-top: -0.9rem; }
.who { display: flex; gap: .6rem; flex-wrap: wrap; margin-bottom: .3rem; }
.who b { color: var(--ink); font-weight: 600; }
.you { background: var(--tint); border-radius: .75rem; padding: .75rem 1rem; }
.plain { white-space: pre-wrap; unicode-bidi: plaintext; }
.text :is(p, h1, h2, h3, h4, h5, h6, li, th, td) { unicode-bidi: plaintext; }
pre, code { direction: ltr; unicode-bidi: isolate; }
pre, code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Noto Sans Mono CJK SC", monospace; font-size: .875em; }
pre { margin: .5rem 0; padding: .7rem .85rem; background: var(--tint); border-radius: .5rem; line-height: 1.5;
  white-space: pre-wrap; tab-size: 4; overflow-x: auto; }
:not(pre) > code { background: var(--tint); border-radius: .3rem; padding: .1em .3em; }
.you pre, .you :not(pre) > code { background: var(--sheet); }
.text > :first-child { margin-top: 0; } .text > :last-child { margin-bottom: 0; }
.text { margin: .4rem 0; }
.text h1, .text h2, .text h3, .text h4, .text h5, .text h6 { font-size: 1.08rem; line-height: 1.35; margin: 1.2rem 0 .4rem; }
.text h1 { font-size: 1.3rem; } .text h2 { font-size: 1.18rem; }
.text ul, .text ol { padding-inline-start: 1.5rem; }
.text table { display: block; overflow-x: auto; border-collapse: collapse; max-width: 100%; }
.text th, .text td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: start; overflow-wrap: normal; }
.text blockquote { margin: .6rem 0; padding-inline-start: .9rem; border-inline-start: 3px solid var(--line); color: var(--soft); }
.text hr { border: 0; border-top: 1px solid var(--line); }
a { color: var(--accent); }
details { border: 1px solid var(--line); border-radius: .6rem; background: var(--sheet); margin: .45rem 0; }
details > summary { display: flex; gap: .6rem; align-items: baseline; padding: .45rem .8rem; cursor: pointer; list-style: none; min-height: 2.25rem; }
details > summary::-webkit-details-marker { display: none; }
details > summary::before { content: "›"; color: var(--soft); font-weight: 600; flex: none; }
details[open] > summary::before { transform: rotate(90deg); }
summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; border-radius: .5rem; }
summary .name { font-weight: 600; flex: none; max-width: 60%; }
summary .brief { color: var(--soft); flex: 1 1 auto; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
summary .end { color: var(--soft); font-size: .85rem; flex: none; margin-left: auto; }
summary .ok { color: var(--good); } summary .bad { color: var(--bad); }
.inside { padding: 0 .8rem .6rem; }
.inside h2 { font-size: .8rem; font-weight: 600; color: var(--soft); margin: .5rem 0 0; }
.inside .note, .aside { color: var(--soft); font-size: .85rem; }
.thinking { background: none; } .thinking .inside { color: var(--soft); }
.error { border-left: 3px solid var(--bad); padding: .2rem 0 .2rem .9rem; }
.diff { padding: .5rem 0; } .diff span { display: block; padding: 0 .85rem; min-height: 1.5em; }
.diff .add { background: var(--added); } .diff .del { background: var(--gone); } .diff .at { color: var(--soft); }
.picture { display: block; max-width: 100%; max-height: 36rem; height: auto; border-radius: .5rem; margin: .5rem 0; border: 1px solid var(--line); }
@media (max-width: 34rem) { body > header { padding-top: 1.4rem; } summary .name { max-width: 70%; } h1.title { font-size: 1.35rem; } }
@media print {
  :root { --ground: #fff; --sheet: #fff; --ink: #000; --soft: #444; --line: #bbb; --tint: #f2f2f2; --accent: #000;
    --good: #0a5c32; --bad: #8f1a12; --added: #e3f6e8; --gone: #fdeaea; }
  body { font-size: 11pt; } body > header, main, body > footer { max-width: none; padding-left: 0; padding-right: 0; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
  details > summary::before { content: none; }
  pre { overflow: visible; } summary .brief { white-space: normal; }
  .who, summary { break-after: avoid; } a[href]::after { content: " (" attr(href) ")"; font-size: .8em; color: #444; }
}
`;
