// The measured apps, as places to click: the console, as it is deployed and by its service alone, and the floor beside it,
// a plain React table with the same screens.
import { addSizeButtons } from './in-page.mjs';

/**
 * @typedef App
 * @property blank a document of the same origin without a script: the browser's process is warm before anything counts
 * @property login where to sign in, what to fill in (selector and text), what to press, and what is there afterwards
 * @property list the list that is opened: its address, and the selector of its rows
 * @property other another area's list: the links there and back, and what its rows hold
 * @property chooses what a page needs to have the sizes as buttons: a function and its argument
 */

/** @type {App} The variants of the demonstration's first company, through nginx with the files of the images. */
export const CONSOLE = {
  name: 'console',
  blank: '/api/health',
  login: {
    path: '/login',
    fields: [
      ['#username', 'admin'],
      ['#password', 'console-demo'],
    ],
    submit: 'button[type=submit]',
    done: "nav a[href='/product-variants']",
  },
  list: { path: '/product-variants?company_id=1', row: '.list-table tbody tr:not(.list-table__skeleton)' },
  next: "button[aria-label='Next page']",
  sort: '.list-table thead th:nth-child(3) button',
  other: { there: "a[href='/facebook-ads']", back: "a[href='/product-variants']", text: '\\$' },
  ownText: 'Shopify|TikTok|Amazon',
  sizes: { 25: '#rows-25', 100: '#rows-100' },
  chooses: [addSizeButtons, { select: '.list-pagination select', sizes: [25, 100] }],
};

/** @type {App} The same by the service alone, without a gateway. */
export const ALONE = { ...CONSOLE, name: 'service alone' };

/** @type {App} */
export const FLOOR = {
  name: 'plain table',
  blank: '/blank',
  login: {
    path: '/login',
    fields: [
      ['#username', 'somebody'],
      ['#password', 'a password'],
    ],
    submit: 'button[type=submit]',
    done: '#to-orders',
  },
  list: { path: '/users', row: 'tr.row' },
  next: '#next',
  sort: 'th[data-column=name]',
  other: { there: '#to-orders', back: '#to-users', text: 'order-\\d{4}' },
  ownText: 'user-\\d{4}',
  sizes: { 25: '#rows-25', 100: '#rows-100' },
};
