import {
  POST_CRITERIA_DEFAULT_SORT,
  postCriteria,
  postCriteriaListQuery,
  postCriteriaWrite,
  type PostCriteria,
} from 'api/contract/social/post-criteria';
import { formatDate, formatNumber, truncate } from 'shared-ui';
import { CompanyField } from 'shared-ui/companies';
import { defineList, ListScreen } from 'shared-ui/list-screen';
import '../cells.css';
import { postCriteriaApi } from './post-criteria.api';

const LONGEST_DESCRIPTION = 150;

const descriptionCell = ({ description }: PostCriteria) =>
  description ? (
    <>
      <span className="social-text" dir="auto">
        {truncate(description, LONGEST_DESCRIPTION)}
      </span>
      <span className="social-quiet">{`${formatNumber([...description].length)} characters`}</span>
    </>
  ) : (
    <span className="social-quiet">No description</span>
  );

const criteria = defineList({
  title: 'Social Media Post Criteria Management',
  noun: { one: 'Criteria', many: 'post criteria' },
  record: postCriteria,
  query: postCriteriaListQuery,
  written: postCriteriaWrite,
  columns: [
    { key: 'company_name', sort: 'company__name' },
    { key: 'description', sort: 'description', cell: descriptionCell },
    { key: 'created_at', sort: 'created_at', cell: ({ created_at }) => formatDate(created_at) },
    { key: 'updated_at', sort: 'updated_at', cell: ({ updated_at }) => formatDate(updated_at) },
  ],
  filters: [
    { key: 'company_id', type: 'company' },
    { key: 'search', type: 'text' },
  ],
  fields: [
    {
      key: 'company_id',
      type: 'custom',
      component: CompanyField,
      onlyInCreate: true,
      help: 'Each company can have only one set of social media post criteria.',
    },
    { key: 'description', type: 'textarea', trims: true },
  ],
  details: [{ key: 'company_name' }, { key: 'description' }],
  defaultSort: POST_CRITERIA_DEFAULT_SORT,
  nameOf: ({ company_name }) => `the criteria of ${company_name}`,
  sentences: {
    empty: 'No social media post criteria found',
    loadFailed: 'Failed to load social media post criteria',
    deleteFailed: 'Failed to delete criteria',
  },
  hidesSinglePage: true,
});

const { listPostCriteria, getPostCriteria, createPostCriteria, updatePostCriteria, deletePostCriteria } =
  postCriteriaApi.endpoints;
const calls = {
  list: listPostCriteria,
  get: getPostCriteria,
  create: createPostCriteria,
  update: updatePostCriteria,
  remove: deletePostCriteria,
};

/** Social Media Post Criteria Management (specification 2 §2.1): what counts as a valid post, in each company's words. */
export default function PostCriteriaScreen() {
  return <ListScreen list={criteria} calls={calls} bulkActions={[]} />;
}
