import { connect, type AddressInfo } from 'node:net';
import { openConsole, type TestConsole } from '../testing/console';

let service: TestConsole;
let port: number;
beforeAll(async () => {
  service = await openConsole();
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = service.app.server.address() as AddressInfo);
});
afterAll(() => service.close());

const status = (...lines: string[]) =>
  new Promise<string>((resolve, reject) => {
    let text = '';
    const line = connect(port, '127.0.0.1')
      .on('data', (part: Buffer) => (text += part.toString()))
      .on('error', reject)
      .on('close', () => resolve(text.split(' ')[1] ?? ''));
    line.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
  });

it.each([
  ['200', 'one host', ['GET /api/health HTTP/1.1', 'Host: a']],
  ['200', 'the version that needs none', ['GET /api/health HTTP/1.0']],
  ['400', 'two hosts', ['GET /api/health HTTP/1.1', 'Host: a', 'Host: b']],
  ['400', 'the same host twice', ['GET /api/health HTTP/1.1', 'Host: a', 'hOST: a']],
  ['400', 'no version', ['GET /api/health', 'Host: a']],
  ['400', 'another version', ['GET /api/health HTTP/2.0', 'Host: a']],
])('%s for a request with %s (DOS-X1)', async (expected, _, lines) => {
  expect(await status(...lines)).toBe(expected);
});
