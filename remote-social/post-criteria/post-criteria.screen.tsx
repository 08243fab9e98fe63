import { criteria, type PostCriteria } from 'contract/social/post-criteria';
import { formatNumber, truncate } from 'shared-ui';
import { prefetchList, cellClass, defineList, ListScreen } from 'shared-ui/list-screen';
import { postCriteriaCalls } from './post-criteria.api';

const LONGEST_DESCRIPTION = 150;

const descriptionCell = ({ description }: PostCriteria) =>
  description ? (
    <>
      <span className={cellClass('lines')} title={description} dir="auto">
        {truncate(description, LONGEST_DESCRIPTION)}
      </span>
      <span className={cellClass('quiet')}>{`${formatNumber([...description].length)} characters`}</span>
    </>
  ) : (
    <span className={cellClass('quiet')}>No description</span>
  );

const list = defineList({
  title: 'Social Media Post Criteria Management',
  noun: { one: 'Criteria', many: 'social media post criteria' },
  contract: criteria,
  columns: [
    { key: 'company_name', sort: 'company__name', width: 180, first: 40 },
    { key: 'description', fact: true, lines: 3, flexible: true, cell: descriptionCell },
    'created_at',
    'updated_at',
  ],
  filters: ['company_id', 'search'],
  fields: [
    {
      key: 'company_id',
      onlyInCreate: true,
      help: 'Each company can have only one set of social media post criteria.',
    },
    'description',
  ],
  details: ['company_name', 'description'],
  nameOf: ({ company_name }) => `the criteria of ${company_name}`,
  titleOf: ({ company_name }) => `Criteria of ${company_name}`,
  messages: { empty: 'No social media post criteria found', deleteFailed: 'Failed to delete criteria' },
  hidesSinglePage: true,
  onePerCompany: true,
});

export const prefetch = prefetchList(list, postCriteriaCalls);

/** Social Media Post Criteria Management (specification 2 §2.1): what counts as a valid post, in each company's words. */
export default function PostCriteriaScreen() {
  return <ListScreen list={list} calls={postCriteriaCalls} bulkActions={[]} />;
}
