// The bytes and requests of a page, as the browser's own protocol tells them.
import { setTimeout as wait } from 'node:timers/promises';

/** The requests of a page from now on; `session` is a CDP session of it. */
export class Network {
  #requests = new Map();
  #open = new Set();
  #last = Date.now();

  constructor(session) {
    session.on('Network.requestWillBeSent', ({ requestId, request, type, wallTime, timestamp }) => {
      if (/^(data|blob):/.test(request.url)) return;
      this.#last = Date.now();
      this.#open.add(requestId);
      this.#requests.set(requestId, {
        type,
        begun: wallTime * 1000,
        asked: timestamp,
        answered: Infinity,
        bytes: 0,
        isCached: false,
        isScript: false,
      });
    });
    this.#on(session, 'responseReceived', (request, { type, response, timestamp }) => {
      request.answered = timestamp;
      request.isCached ||= response.fromDiskCache;
      request.isScript = type === 'Script' || /javascript/.test(response.mimeType);
    });
    this.#on(session, 'requestServedFromCache', (request) => (request.isCached = true));
    this.#on(session, 'loadingFinished', (request, { requestId, encodedDataLength }) => {
      this.#close(requestId);
      request.bytes = encodedDataLength;
    });
    this.#on(session, 'loadingFailed', (request, { requestId }) => {
      this.#close(requestId);
      this.#requests.delete(requestId);
    });
  }

  #on(session, name, told) {
    session.on(`Network.${name}`, (event) => {
      const request = this.#requests.get(event.requestId);
      if (request) told(request, event);
    });
  }

  #close(id) {
    this.#last = Date.now();
    this.#open.delete(id);
  }

  /** Forgets what was asked until now. */
  reset() {
    this.#requests.clear();
    this.#open.clear();
    this.#last = Date.now();
  }

  /**
   * The network's own share of the requests up to a time (ms since 1970): the number of requests, how many of them at most
   * followed each other (`inTurn`), each asked for only when the one before was being answered, and the bytes as they came,
   * heads included, of all and of JavaScript.
   */
  sum(until = Infinity) {
    const sent = [...this.#requests.values()].filter(({ isCached, begun }) => !isCached && begun <= until);
    const scripts = sent.filter(({ isScript }) => isScript);
    const turns = new Map();
    for (const request of sent.toSorted((one, other) => one.asked - other.asked)) {
      const before = [...turns].filter(([{ answered }]) => answered <= request.asked).map(([, turn]) => turn);
      turns.set(request, 1 + Math.max(0, ...before));
    }
    return {
      requests: sent.length,
      inTurn: Math.max(0, ...turns.values()),
      bytes: bytesOf(sent),
      javascript: bytesOf(scripts),
    };
  }

  /** Waits until nothing was asked for so many milliseconds, 20 s at most. */
  async rest(milliseconds) {
    const deadline = Date.now() + 20_000;
    while (Date.now() < deadline && (this.#open.size > 0 || Date.now() - this.#last < milliseconds)) await wait(50);
  }
}

const bytesOf = (requests) => requests.reduce((sum, { bytes }) => sum + bytes, 0);
