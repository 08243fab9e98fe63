import { useEffect, useEffectEvent } from 'react';
import type { ChosenCompany } from '../companies';
import { Alert } from '../alert';
import { CompanyIcon } from '../icons';
import { useTell } from '../toast/use-tell';
import { loadFailure, type AnyList } from './list-definition';
import type { ListAction, ListState } from './page/list-state';
import './empty-list.css';

/** The filter that a list's company is; undefined: the list knows none. */
export const companyFilterOf = (list: AnyList) => list.filters.find(({ type }) => type === 'company');

export const knowsCompany = (list: AnyList) => companyFilterOf(list) !== undefined;

/** Initial values of a new record: the contract's defaults, the list's own, and its company. */
export function beginningOf(list: AnyList, state: ListState): Readonly<Record<string, unknown>> {
  const { properties } = list.contract.create;
  const defaults = Object.entries(properties).filter(([, property]) => property.default !== undefined);
  const { key } = companyFilterOf(list) ?? {};
  const isOfCompany = key !== undefined && key in properties;
  return {
    ...Object.fromEntries(defaults.map(([name, property]) => [name, property.default])),
    ...list.beginning,
    ...(isOfCompany && { [key]: companyOf(list, state) }),
  };
}

/** The company that a list is of; null: none is chosen, or the list knows none. */
export function companyOf(list: AnyList, { filters }: ListState): number | null {
  const filter = companyFilterOf(list);
  return filter && filters[filter.key] ? Number(filters[filter.key]) : null;
}

/** The filters that 'Clear Filters' leaves: the company of a list that shows nothing without one. */
export function pinnedFilters(list: AnyList): readonly string[] {
  const filter = companyFilterOf(list);
  return filter && list.demandsCompany ? [filter.key] : [];
}

/** Choosing another company clears the filters by its tags (specification 1 §2 Facebook Ads, 2 §2.4). */
export const clearedWith = (list: AnyList, key: string): readonly string[] =>
  key === companyFilterOf(list)?.key
    ? list.filters.filter(({ type }) => type === 'tags' || type === 'tag').map((filter) => filter.key)
    : [];

interface CompanyKeeping {
  list: AnyList;
  companyId: number | null;
  /** The company chosen for all screens; null for a list that knows no company. */
  chosen: ChosenCompany | null;
  /** Error of the list's request. */
  error: unknown;
  correct: (action: ListAction) => void;
}

/**
 * Keeps the list's company and the one that all screens share the same (DECISIONS §4): the list's is remembered, however
 * it came there, and one that is out of reach, which makes the list a 404, is dropped.
 */
export function useCompanyKeeping({ list, companyId, chosen, error, correct }: CompanyKeeping) {
  const tell = useTell();
  // The remembered company follows the list, not the other way about.
  const remember = useEffectEvent((id: number | null) => chosen?.chooseCompany(id));
  useEffect(() => remember(companyId), [companyId]);

  const key = companyFilterOf(list)?.key;
  const gone = companyId !== null && (error as { status?: unknown } | undefined)?.status === 404;
  useEffect(() => {
    if (!gone || key === undefined) return;
    tell.failure(loadFailure(list, error), error);
    correct({ type: 'filter', key, value: '', clears: clearedWith(list, key) });
  }, [gone, key, error, list, correct, tell]);
}

/** Stands in place of the rows until a company is chosen. */
export const CompanyFirst = ({ message }: { message: string }) => (
  <div className="list-card list-empty">
    <CompanyIcon />
    <h2>Select a Company</h2>
    <Alert type="info">{message}</Alert>
  </div>
);
