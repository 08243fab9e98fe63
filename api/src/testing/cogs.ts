/** A service with one company's variants, and what tests of their costs say over and over. */
import type { CogsSaved, CogsTimeline } from 'contract/company/product-variant-cogs';
import { addTestCompany, openConsole, type Person, type TestConsole } from './console';

export type Dates = [start: string | null, end: string | null];

/** The body of a save. */
export const periodOf = (cogs_amount: number, [start, end]: Dates) => ({
  cogs_amount,
  effective_start_date: start,
  effective_end_date: end,
});

export interface CogsConsole {
  service: TestConsole;
  /** The company of the variants. */
  companyId: number;
  /** CompanyAdmin of that company. */
  admin: Person;
  /** Another variant without a cost; returns its id. */
  newVariant(): Promise<number>;
  create(variant: number, amount: number, dates: Dates, query?: string): ReturnType<typeof createdBy>;
  /** The same, which must succeed. */
  saved(variant: number, amount: number, dates: Dates): Promise<CogsSaved>;
  /** A variant with three periods: until January 2026, February and March, from April on. */
  history(): Promise<Record<'first' | 'second' | 'third', CogsSaved> & { variant: number }>;
  timeline(variant: number, who?: Person): Promise<CogsTimeline>;
  /** The periods, newest first: amount, start, end. */
  periods(variant: number): Promise<(number | string | null)[][]>;
  /** The stored rows, oldest first. */
  rows(variant: number): ReturnType<typeof rowsOf>;
}

const createdBy = (person: Person, variant: number, amount: number, dates: Dates, query = '') =>
  person.post<CogsSaved>(`/product-variant-cogs${query}`, { product_variant_id: variant, ...periodOf(amount, dates) });

const rowsOf = ({ database }: TestConsole, variant: number) =>
  database.db
    .selectFrom('product_variant_cogs')
    .selectAll()
    .where('product_variant_id', '=', variant)
    .orderBy('id')
    .execute();

/** Opens one; close its service at the end. */
export async function openCogsConsole(): Promise<CogsConsole> {
  const service = await openConsole();
  const companyId = await addTestCompany(service, 'Company A', 'company-a');
  const admin = await service.person('admin', { groups: ['CompanyAdmin'], companies: ['company-a'] });
  let made = 0;
  const newVariant = async () => {
    made += 1;
    const { id } = await service.database.db
      .insertInto('product_variants')
      .values({
        company_id: companyId,
        sales_channel: 'shopify',
        product_variant_identifier: `SKU-${made}`,
        cached_product_name: 'Tee',
        cached_product_variant_name: 'Small',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const saved = async (variant: number, amount: number, dates: Dates) => {
    const { status, body } = await createdBy(admin, variant, amount, dates);
    expect(status).toBe(201);
    return body;
  };
  const timeline = async (variant: number, who = admin) =>
    (await who.get<CogsTimeline>(`/product-variant-cogs/timeline/${variant}`)).body;
  return {
    service,
    companyId,
    admin,
    newVariant,
    saved,
    timeline,
    create: (...save) => createdBy(admin, ...save),
    rows: (variant) => rowsOf(service, variant),
    periods: async (variant) =>
      (await timeline(variant)).items.map(({ cogs_record: { cogs_amount, ...dates } }) => [
        cogs_amount,
        dates.effective_start_date,
        dates.effective_end_date,
      ]),
    async history() {
      const variant = await newVariant();
      const first = await saved(variant, 1, [null, '2026-01-31']);
      const second = await saved(variant, 2, ['2026-02-01', '2026-03-31']);
      const third = await saved(variant, 3, ['2026-04-01', null]);
      return { variant, first, second, third };
    },
  };
}
