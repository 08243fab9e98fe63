import { CompanyOf, isOfCompany } from '../companies/company-name';
import { formatNumber } from '../format';
import { bySection } from '../sections';
import type { AnyList, AnyRow } from './list-definition';

/** Whether a record's own name says whose it is. */
export const namesCompany = (name: string, { company_name }: AnyRow) =>
  typeof company_name === 'string' && name.includes(company_name);

/** Which record a dialog is about, and whose: 'loft.ladders (TikTok) · Harbor & Pine Outfitters'. */
export function AboutRow({ list, row }: { list: AnyList; row: AnyRow }) {
  const name = (list.titleOf ?? list.nameOf)(row);
  return (
    <>
      <bdi>{name}</bdi>
      {isOfCompany(row) && !namesCompany(name, row) && (
        <>
          {' · '}
          <CompanyOf records={[row]} />
        </>
      )}
    </>
  );
}

/** Whose a new record will be, where its form has no field that says so. */
export function AboutNew({ list, beginning }: { list: AnyList; beginning: Readonly<Record<string, unknown>> }) {
  const keys = bySection<{ key: string }>(list.fields ?? []).flatMap(([, fields]) => fields.map(({ key }) => key));
  return keys.includes('company_id') ? null : <CompanyOf records={[beginning]} />;
}

/** How many records a dialog is about, and whose: '3 profiles · Harbor & Pine Outfitters'. */
export function AboutRows({ list, rows }: { list: AnyList; rows: readonly AnyRow[] }) {
  const noun = rows.length === 1 ? list.noun.one.toLowerCase() : list.noun.many;
  return (
    <>
      {`${formatNumber(rows.length)} ${noun}`}
      {rows.some(isOfCompany) && (
        <>
          {' · '}
          <CompanyOf records={rows} />
        </>
      )}
    </>
  );
}

/** 'Are you sure you want to delete loft.ladders (TikTok) of Harbor & Pine Outfitters?' */
export function DeleteQuestion({ list, row }: { list: AnyList; row: AnyRow }) {
  const name = list.nameOf(row);
  return (
    <>
      Are you sure you want to delete {name}
      {isOfCompany(row) && !namesCompany(name, row) && (
        <>
          {' of '}
          <CompanyOf records={[row]} />
        </>
      )}
      ?
    </>
  );
}
