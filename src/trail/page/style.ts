/** The look of the page: light and dark as the reader's system is, nothing from elsewhere. */
export const STYLE = `
:root{color-scheme:light dark;--back:#f7f8fa;--card:#fff;--ink:#1d2430;--soft:#667085;--line:#e4e7ec;--on:#4a8fd8;--refused:#dd5a43;--asked:#8e6bc9;--none:#98a2b3}
@media (prefers-color-scheme:dark){:root{--back:#12151b;--card:#1a1f28;--ink:#e6e9ef;--soft:#94a0b3;--line:#2b323e;--on:#5b9fe6;--refused:#ee745d;--asked:#a88be0;--none:#667085}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:1100px;margin:0 auto;padding:32px 20px 64px}
h1{font-size:24px;margin:0}
h2{font-size:16px;margin:0 0 12px}
header p,.empty{color:var(--soft);margin:4px 0 0}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:18px 20px;margin-top:18px}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:14px;margin-top:22px}
.cards div{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:14px 18px}
.cards b{display:block;font-size:28px;line-height:1.2;font-variant-numeric:tabular-nums}
.cards span{color:var(--soft);font-size:13px}
.legend{display:flex;flex-wrap:wrap;gap:6px 18px;margin:0 0 8px;padding:0;list-style:none;color:var(--soft);font-size:13px}
.legend i{display:inline-block;width:10px;height:10px;border-radius:3px;margin-right:6px}
svg{display:block;width:100%;height:auto}
svg text{fill:var(--soft);font-size:12px;font-family:system-ui,sans-serif}
svg .grid{stroke:var(--line)}
rect.on,circle.on{fill:var(--on)}rect.refused,circle.refused{fill:var(--refused)}rect.asked,circle.asked{fill:var(--asked)}rect.none,circle.none{fill:var(--none)}
circle{fill-opacity:.65}g:hover rect,circle:hover{filter:brightness(1.15);fill-opacity:1}
i.on{background:var(--on)}i.refused{background:var(--refused)}i.asked{background:var(--asked)}i.none{background:var(--none)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:14px}
th{color:var(--soft);font-weight:500;font-size:13px;text-align:left;white-space:nowrap}
th,td{padding:8px 10px;border-bottom:1px solid var(--line);vertical-align:top}
tbody tr:last-child td{border-bottom:0}
th:first-child,td:first-child{padding-left:0}
.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.zero{color:var(--soft);opacity:.6}td.refused{color:var(--refused);font-weight:600}td.bad{color:var(--refused);font-weight:600}
.time{white-space:nowrap;color:var(--soft);font-variant-numeric:tabular-nums}
.what{min-width:240px}
code{font:13px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
small{display:block;color:var(--soft);font-size:12px;overflow-wrap:anywhere}
.status{color:var(--soft);font-size:12px}
.pill{display:inline-block;border-radius:99px;padding:0 9px;font-size:12px;line-height:20px;color:#fff}
.pill.on{background:var(--on)}.pill.refused{background:var(--refused)}.pill.asked{background:var(--asked)}.pill.none{background:var(--none)}
.bars{min-width:140px;vertical-align:middle}
.bar{position:relative;height:10px}
.bar i{position:absolute;left:0;top:0;height:10px;border-radius:3px;background:var(--on);opacity:.35}
.bar i.half{opacity:1}
`;
