/** Answers that are a file, written while it is read: the reader's pace is the database's (back-pressure). */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { object } from '../../contract/schema';
import type { Access } from './access';
import { callReader, refusalsOf, type Call } from './route';
import type { Fields } from './validation';

/** A route that answers with a CSV file. */
export interface CsvRoute<A extends Access, B extends Fields> {
  readonly access: A;
  /** One line for the API's documentation. */
  readonly summary: string;
  readonly body: B;
  /** Answers the file piece by piece, or throws a refusal before there is one. What fails later cuts the line. */
  handle(call: Call<A, typeof nothing, typeof nothing, B>): Promise<AsyncIterable<string>>;
}

const nothing = object({}, []);

/** Registers one POST that answers with a file in the scope it was made for. */
export type AddCsvRoute = <const A extends Access, const B extends Fields>(path: string, route: CsvRoute<A, B>) => void;

/** Writes CSV files into a scope; `tag` is their heading in the API's documentation. */
export function csvFilesIn(scope: FastifyInstance, tag: string): AddCsvRoute {
  const open = new Set<Readable>();
  // Closing waits for every answer, and a reader may have stopped reading.
  scope.addHook('preClose', async () => {
    for (const file of open) file.destroy();
  });
  return (path, { access, summary, body, handle }) => {
    const readCall = callReader({ params: nothing, query: nothing, body });
    scope.route({
      method: 'POST',
      url: path,
      config: { access },
      schema: {
        tags: [tag],
        summary,
        security: [{ bearer: [] }],
        body,
        response: {
          200: { description: 'A file', content: { 'text/csv': { schema: { type: 'string' } } } },
          ...refusalsOf({ access, params: undefined, query: undefined, body }),
        },
      },
      handler: async (request, reply) => {
        const file = Readable.from(await handle(readCall(request) as Parameters<typeof handle>[0]));
        open.add(file);
        file.once('close', () => open.delete(file));
        return reply.header('content-disposition', 'attachment').type('text/csv; charset=utf-8').send(file);
      },
    });
  };
}
