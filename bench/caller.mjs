// Somebody else at work, in a process of its own that no measurement slows: forked with an address and a token, calls
// every 50 ms until it is disconnected, and sends the milliseconds of each call.
import http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const [url, token] = process.argv.slice(2);
// The connection is there already, as a browser's is.
const agent = new http.Agent({ keepAlive: true });

function timedCall() {
  const started = performance.now();
  http
    .get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume();
      response.on('end', () => {
        if (response.statusCode !== 200) throw new Error(`The status is ${response.statusCode}`);
        process.send?.(performance.now() - started);
      });
    })
    .on('error', (error) => {
      if (process.connected) throw error;
    });
}

process.once('disconnect', () => process.exit());
// A slow response holds up no later call.
for (;;) {
  timedCall();
  await wait(50);
}
