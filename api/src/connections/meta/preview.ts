/** The look of an ad as static HTML of its own words: Meta's own preview is a frame that needs scripts (DECISIONS §13). */
import type { MetaAd } from '../source';

const STYLE = `body{margin:0;padding:16px;background:#f0f2f5;font:14px/1.4 system-ui,sans-serif;color:#1c1e21}
.card{max-width:380px;margin:0 auto;border:1px solid #dadde1;border-radius:8px;background:#fff;overflow:hidden}
.body{padding:12px;white-space:pre-wrap;overflow-wrap:anywhere}
.title{padding:12px;background:#f7f8fa;font-weight:600;overflow-wrap:anywhere}`;

/** The longest words of a creative that are shown, in characters. */
const MAX_WORDS = 5000;

/** Text as HTML: every character that could be markup is written as its number. */
const escaped = (text: string): string =>
  [...text]
    .slice(0, MAX_WORDS)
    .join('')
    .replace(/[&<>"'`=]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The preview of an ad: HTML without scripts, links and addresses, or the reason why it is absent. */
export function previewOf({ adId, title, body }: MetaAd): {
  ad_identifier: string;
  preview_html: string | null;
  error: string | null;
} {
  const parts = [
    body && `<div class="body">${escaped(body)}</div>`,
    title && `<div class="title">${escaped(title)}</div>`,
  ];
  const shown = parts.filter(Boolean).join('\n');
  if (!shown) return { ad_identifier: adId, preview_html: null, error: 'Meta has no words of this ad.' };
  const preview_html = `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><div class="card">${shown}</div>`;
  return { ad_identifier: adId, preview_html, error: null };
}
