// jsdom with what it lacks of a browser: Node's fetch family, which resolves relative URLs against the page, streams, and modal dialogs.
// `openPage(url)` is for tests: it makes the page one that a server started in the test has served.
const { TestEnvironment } = require('jest-environment-jsdom');

class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const page = this.global;
    const names = [
      'Response',
      'Headers',
      'ReadableStream',
      'WritableStream',
      'TransformStream',
      'TextEncoder',
      'TextDecoder',
      'TextDecoderStream',
      'structuredClone',
    ];
    for (const name of names) page[name] ??= globalThis[name];
    // React's scheduler keeps one open for ever, as shared-auth does, and an open channel keeps the process alive.
    const channels = (this.channels = []);
    page.MessageChannel = class extends globalThis.MessageChannel {
      constructor() {
        super();
        channels.push(this);
      }
    };
    page.BroadcastChannel = class extends globalThis.BroadcastChannel {
      constructor(name) {
        super(name);
        this.unref();
      }
    };
    page.AbortController = globalThis.AbortController;
    page.AbortSignal = globalThis.AbortSignal;
    const absolute = (input) => (typeof input === 'string' ? new URL(input, page.location.href).href : input);
    page.Request = class extends globalThis.Request {
      constructor(input, init) {
        super(absolute(input), init);
      }
    };
    page.fetch = (input, init) => globalThis.fetch(absolute(input), init);
    // A modal dialog, without what only a layout shows.
    const dialogs = page.HTMLDialogElement.prototype;
    dialogs.showModal = function showModal() {
      this.open = true;
      this.querySelector('input, button')?.focus();
    };
    dialogs.close = function close() {
      this.open = false;
    };
    page.openPage = (url) => {
      this.dom.reconfigure({ url });
      // Only an element for it makes jsdom forget the address that it resolved others against before.
      const base = page.document.head.appendChild(page.document.createElement('base'));
      base.remove();
    };
  }

  async teardown() {
    for (const { port1 } of this.channels) port1.close();
    await super.teardown();
  }
}

module.exports = BrowserEnvironment;
