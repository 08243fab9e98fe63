// jsdom with what it lacks of a browser: Node's fetch family (whose Request resolves relative URLs here), streams, and locks.
const { TestEnvironment } = require('jest-environment-jsdom');

class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const page = this.global;
    const names = ['fetch', 'Response', 'Headers', 'ReadableStream', 'WritableStream', 'TransformStream', 'TextEncoder', 'TextDecoder', 'TextDecoderStream', 'structuredClone', 'MessageChannel', 'BroadcastChannel'];
    for (const name of names) page[name] ??= globalThis[name];
    page.AbortController = globalThis.AbortController;
    page.AbortSignal = globalThis.AbortSignal;
    page.Request = class extends globalThis.Request {
      constructor(input, init) {
        super(typeof input === 'string' ? new URL(input, page.location.href).href : input, init);
      }
    };
  }
}

module.exports = BrowserEnvironment;
