import type { FacebookAdListQuery } from 'contract/ads/facebook-ads';
import type { AdSpend, SpendBy } from 'contract/ads/spend';
import { formatCurrency, formatNumber, shape } from 'shared-ui';
import type { Filtered } from 'shared-ui/list-screen';
import { Link, useLocation } from 'shared-ui/router';
import { spendQueryOf } from './spend-query';
import { KINDS } from './spend-controls';

type By = Exclude<SpendBy, 'day'>;

/** The filter of the list that leaves a group, and how those without one are called. */
const GROUPS: Readonly<Record<By, { filter: keyof FacebookAdListQuery; many: string; none: string }>> = {
  tag: { filter: 'include_tags', many: 'tags', none: 'Without a tag' },
  campaign: { filter: 'campaign_name', many: 'campaigns', none: 'Without a campaign' },
  ad_type: { filter: 'ad_type', many: 'types', none: 'Without a type' },
  ad_set: { filter: 'adset_name', many: 'ad sets', none: 'Without an ad set' },
};

interface SpendByGroupProps {
  spend: AdSpend;
  groups: NonNullable<AdSpend['groups']>;
  filtered: Filtered<FacebookAdListQuery>;
}

/** Spend by what ads are: a table of which each row is a bar too, and leads to the ads that it is the sum of. */
export function SpendByGroup({ spend: { total, others }, groups, filtered }: SpendByGroupProps) {
  const query = spendQueryOf(useLocation().search);
  const by = query.by as By;
  const { filter, many, none } = GROUPS[by];
  const most = Math.max(...groups.map(({ spend }) => spend));
  const sum =
    (groups.reduce((cents, { spend }) => cents + Math.round(spend * 100), 0) + Math.round((others?.spend ?? 0) * 100)) /
    100;
  const addressOf = (name: string) => {
    const wanted = filtered.filters.include_tags ?? [];
    return `/facebook-ads?${filtered.addressWith({ [filter]: by === 'tag' ? [...new Set([...wanted, name])] : name })}`;
  };
  return (
    <section className="spend-card spend-card--table">
      <table className="spend-table spend-table--bars">
        <caption>{`Spend by ${KINDS[by].toLowerCase()}`}</caption>
        <thead>
          <tr>
            <th scope="col">{KINDS[by]}</th>
            <th scope="col">Spend</th>
            <th scope="col">Of the total</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ name, spend }) => (
            <tr key={name ?? ''} data-none={name === null}>
              <th scope="row">
                {name === null ? (
                  none
                ) : (
                  <Link to={addressOf(name)}>
                    <bdi>{name || '(empty)'}</bdi>
                  </Link>
                )}
                <span className="spend-bar" style={{ width: `${(spend / most) * 100}%` }} />
              </th>
              <td>{formatCurrency(spend)}</td>
              <td>{shareOf(spend, total)}</td>
            </tr>
          ))}
          {others !== undefined && others.groups > 0 && (
            <tr data-none="true">
              <th scope="row">{`${formatNumber(others.groups)} other ${many}`}</th>
              <td>{formatCurrency(others.spend)}</td>
              <td>{shareOf(others.spend, total)}</td>
            </tr>
          )}
        </tbody>
      </table>
      {sum > total && (
        <p className={`${shape.quiet} spend-note`}>
          {`An ad with several tags counts for each of them: these bars add up to ${formatCurrency(sum)}, more than the total of ${formatCurrency(total)}.`}
        </p>
      )}
    </section>
  );
}

/** A part of the total in percent. */
const shareOf = (spend: number, total: number): string => {
  const share = (spend / total) * 100;
  return share > 0 && share < 0.1 ? '< 0.1 %' : `${share.toFixed(1)} %`;
};
