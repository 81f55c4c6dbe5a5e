/** The style of the report; it follows the reader's choice of light or dark. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f7f9, #0f1216);
  --surface: light-dark(#ffffff, #171b21);
  --line: light-dark(#e1e5ea, #2a313b);
  --text: light-dark(#1a2029, #e6eaf0);
  --soft: light-dark(#5b6675, #9aa5b4);
  --good: light-dark(#15803d, #4ade80);
  --busy: light-dark(#a16207, #facc15);
  --bad: light-dark(#b91c1c, #f87171);
  --del: light-dark(#fee2e2, #4c1d1f);
  --ins: light-dark(#dcfce7, #123d23);
  --mono: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace;
  font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Open Sans", "Helvetica Neue", Arial, sans-serif;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); }
header, .frame { max-width: 1280px; margin: 0 auto; padding: 0 28px; }
header { padding-top: 32px; padding-bottom: 20px; }
h1, h2, h3, h4, p, ul, pre { margin: 0; padding: 0; }
h1 { font-size: 24px; letter-spacing: -0.015em; }
h1::before {
  content: ""; display: inline-block; width: 12px; height: 12px; margin-right: 12px; border-radius: 50%;
  background: currentColor;
}
h1.drifted::before { color: var(--bad); }
h1.unknown::before { color: var(--busy); }
h1.fine::before { color: var(--good); }
header p, .what, .hint, h4, .class { color: var(--soft); }
.frame {
  display: grid; grid-template-columns: minmax(180px, 280px) minmax(0, 1fr); gap: 28px; align-items: start;
  padding-bottom: 48px;
}
nav { position: sticky; top: 20px; max-height: calc(100vh - 40px); overflow: auto; }
ul { list-style: none; }
ul ul { margin-left: 9px; padding-left: 12px; border-left: 1px solid var(--line); }
.node {
  display: block; padding: 3px 6px; border-radius: 6px; color: inherit; text-decoration: none;
  overflow-wrap: anywhere;
}
.node::before {
  content: ""; display: inline-block; width: 7px; height: 7px; margin-right: 8px; border-radius: 50%;
  background: currentColor; vertical-align: 1px;
}
.node .class { font-size: 12px; }
.node.component::before { border-radius: 2px; color: var(--line); }
.node.fine { color: var(--soft); }
.node.fine::before { color: var(--good); }
.node.differs::before { color: var(--busy); }
.node.missing::before { color: var(--bad); }
.node.unreadable::before { color: var(--soft); }
a.node { font-weight: 550; }
a.node:hover { background: var(--line); }
article, .failure, .empty {
  margin-bottom: 16px; padding: 18px 20px; border: 1px solid var(--line); border-radius: 10px;
  background: var(--surface);
}
article:target { border-color: var(--busy); }
article .failure { margin: 12px 0 0; }
.failure { white-space: pre-wrap; overflow-wrap: anywhere; color: var(--bad); }
.empty { color: var(--soft); text-align: center; padding: 40px; }
h2 { font-size: 16px; overflow-wrap: anywhere; }
.what { margin-bottom: 4px; font-size: 12.5px; overflow-wrap: anywhere; }
.chip {
  margin-left: 6px; padding: 1px 8px; border-radius: 9px; font-size: 11.5px; font-weight: 550; white-space: nowrap;
}
td .chip { margin: 0; }
.chip.differs { background: light-dark(#fef3c7, #3b2f0b); color: light-dark(#854d0e, #fde68a); }
.chip.missing { background: var(--del); color: var(--bad); }
.chip.added { background: var(--ins); color: var(--good); }
.chip.unreadable { background: var(--line); color: var(--soft); }
.property { display: grid; grid-template-columns: 1fr 1fr; gap: 6px 12px; margin-top: 16px; }
.property h3 { grid-column: 1 / -1; font: 600 12.5px var(--mono); overflow-wrap: anywhere; }
.value { min-width: 0; }
h4 { margin-bottom: 2px; font-size: 11.5px; font-weight: 500; }
pre {
  max-height: 460px; padding: 8px 12px; overflow: auto; border: 1px solid var(--line); border-radius: 7px;
  background: var(--ground); font: 12.5px/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere;
}
del, ins { text-decoration: none; border-radius: 3px; }
del { background: var(--del); }
ins { background: var(--ins); }
.gap {
  margin: 0 4px; padding: 0 8px; border-radius: 8px; background: var(--line); color: var(--soft);
  font: 11.5px system-ui, sans-serif; white-space: nowrap;
}
.none { padding: 8px 12px; border: 1px dashed var(--line); border-radius: 7px; color: var(--soft); }
.wide { margin-top: 16px; overflow: auto; max-height: 70vh; border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; text-align: left; font-size: 13px; }
th, td { padding: 7px 12px; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 600; white-space: nowrap; }
td pre { max-width: 340px; max-height: 160px; padding: 2px 6px; margin-bottom: 3px; border: 0; background: none; }
code { font: 12.5px var(--mono); }
@media (max-width: 760px) {
  header, .frame { padding-left: 16px; padding-right: 16px; }
  .frame, .property { grid-template-columns: minmax(0, 1fr); }
  nav { position: static; max-height: 220px; }
}
`;
