import type { AgentUsage } from 'contract/agents/agent-usage';
import { useState } from 'react';
import { agentChatApi } from './agent-chat.api';
import { PagedDialog } from './paged-dialog';
import './usage-list.css';

/** The tokens that answers took, for administrators: who, of which agent, by month (DECISIONS §9). */
export function UsageList({ onClosed }: { onClosed(): void }) {
  const [page, setPage] = useState(1);
  const list = agentChatApi.endpoints.listUsage.useQuery(page);
  const { items = [], tokens_per_month: budget } = list.data ?? {};
  return (
    <PagedDialog
      title="Token Usage"
      page={page}
      onPage={setPage}
      list={list}
      failure="Failed to load the token usage"
      empty="No answer has taken any tokens yet."
      onClosed={onClosed}
    >
      {list.data && (
        <p className="chat-usage__note">
          {budget == null
            ? 'Tokens are not limited by month.'
            : `Each person may use ${shown(budget)} tokens a month, input and output of all agents together.`}
          {items.some(({ is_estimated }) => is_estimated) &&
            ' With ≈ they are estimated: the model did not count all of them.'}
        </p>
      )}
      {items.length > 0 && (
        <table className="chat-usage" aria-busy={list.isFetching}>
          <thead>
            <tr>
              {['Person and agent', 'Answers', 'Input', 'Output'].map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          {monthsOf(items).map(([month, rows]) => (
            <tbody key={month}>
              <tr>
                <th scope="rowgroup" colSpan={4}>
                  {inWords(month)}
                </th>
              </tr>
              {rows.map(({ username, agent, answers, input_tokens, output_tokens, is_estimated }) => (
                <tr key={`${username} ${agent}`}>
                  <td>
                    <bdi>{username}</bdi> <span>{agent}</span>
                  </td>
                  <td>{shown(answers)}</td>
                  <td>{shown(input_tokens, is_estimated)}</td>
                  <td>{shown(output_tokens, is_estimated)}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      )}
    </PagedDialog>
  );
}

/** The rows by month, both in their order. */
const monthsOf = (items: readonly AgentUsage[]) =>
  [...new Set(items.map(({ month }) => month))].map(
    (month) => [month, items.filter((item) => item.month === month)] as const,
  );

const shown = (count: number, isEstimated = false) => `${isEstimated ? '≈ ' : ''}${count.toLocaleString('en-US')}`;

const inWords = (month: string) =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
