import type { AddressInfo } from 'node:net';
import type { Invitation } from 'contract/people/people';
import { SMTPServer } from 'smtp-server';
import { openConsole, type Person, type TestConsole } from '../testing/console';

interface Received {
  from: string;
  to: string[];
  text: string;
}

let server: SMTPServer;
let service: TestConsole;
let admin: Person;
let port: number;
const received: Received[] = [];
let refuses = false;

const config = (more: object = {}) => ({
  publicUrl: 'https://console.example',
  mail: {
    host: '127.0.0.1',
    port,
    secure: false,
    user: 'console',
    password: 'p/w',
    from: 'console@example.com',
    ...more,
  },
});

beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'console' && password === 'p/w' ? done(null, { user: 'console' }) : done(new Error('Who are you?')),
    onRcptTo: (_address, _session, done) => done(refuses ? new Error('No such person') : null),
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          // Lines that were too long for mail.
          text: Buffer.concat(parts).toString().replaceAll('=\r\n', '').replaceAll('=3D', '='),
        });
        done();
      });
    },
  });
  await new Promise<void>((listening) => server.listen(0, '0.0.0.0', listening));
  ({ port } = server.server.address() as AddressInfo);
  service = await openConsole(config());
  admin = await service.person('admin', { groups: ['AaasAdmin'] });
});
afterEach(() => {
  received.length = 0;
  refuses = false;
});
afterAll(async () => {
  await service.close();
  await new Promise<void>((closed) => server.close(closed));
});

const invite = async (username: string, email: string, by = admin) =>
  (await by.post<Invitation>('/people/invitations', { username, email })).body;

it('the link is mailed to the invited person, and works', async () => {
  const { token, mail } = await invite('Ada', 'ada@example.test');
  expect(mail).toBe('sent');
  expect(received).toEqual([
    { from: 'console@example.com', to: ['ada@example.test'], text: expect.any(String) as string },
  ]);
  const [{ text } = { text: '' }] = received;
  expect(text).toContain('Subject: Your invitation to Storeward\r\n');
  expect(text).toContain('Hello Ada,');
  const [, linked = ''] = /https:\/\/console\.example\/login#invitation=([\w-]+)/.exec(text) ?? [];
  expect(linked).toBe(token);
  expect((await service.nobody.post('/people/invitations/open', { token: linked })).status).toBe(200);
});

it('a new link is mailed as well; without an email the link is copied', async () => {
  const { person } = await invite('Grace', 'grace@example.test');
  const { body } = await admin.post<Invitation>(`/people/${person.id}/invitation`);
  expect(body.mail).toBe('sent');
  expect(received).toHaveLength(2);
  expect(received[1]?.text).toContain(body.token);
  expect((await invite('No mail', '')).mail).toBe('none');
  expect(received).toHaveLength(2);
});

it('a server that does not take it is said, and the link is there to be copied', async () => {
  refuses = true;
  const { mail, token } = await invite('Refused', 'refused@example.test');
  expect(mail).toBe('failed');
  expect((await service.nobody.post('/people/invitations/open', { token })).status).toBe(200);
});

it.each(['a@x.test,b@evil.test', 'a@x.test;b@evil.test', 'a@x.test\u2028bcc:b@evil.test', '<a@x.test>,b@evil.test'])(
  'nobody else gets the mail of %j, nor a header of theirs (MAIL-01)',
  async (email) => {
    const { status } = await admin.post('/people/invitations', { username: `Sly ${email}`.slice(0, 40), email });
    if (status === 201) for (const { to } of received) expect(to).toHaveLength(1);
    for (const { to, text } of received) {
      expect(to).not.toContain('b@evil.test');
      expect(text).not.toMatch(/^bcc:/im);
    }
  },
);

it('a server elsewhere gets no link without TLS (MAIL-02)', async () => {
  // Another name of this machine, which no one has said to be this machine.
  const elsewhere = await openConsole(config({ host: '127.0.0.2' }));
  const other = await elsewhere.person('admin', { groups: ['AaasAdmin'] });
  expect((await invite('Ada', 'ada@example.test', other)).mail).toBe('failed');
  expect(received).toEqual([]);
  await elsewhere.close();
});
