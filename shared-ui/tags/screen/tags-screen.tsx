import { object } from 'contract/schema';
import { tagKey } from 'contract/tags';
import { tagByName, TAGS_BY_NAME_SORT, tagsByNameQuery, type TagByName } from 'contract/tags-by-name';
import { inGroup, useCurrentUser } from 'shared-auth';
import { DeleteIcon, EditIcon, icon, ViewIcon } from '../../icons';
import { bulkForm, deleteSelected, type BulkRun } from '../../list-screen/actions';
import { ONE_DONE, useBulkOutcome } from '../../list-screen/bulk/bulk-outcome';
import { defineList } from '../../list-screen/list-definition';
import { ListScreen } from '../../list-screen/list-screen';
import { Link } from '../../router';
import { TagChip } from '../../tag-picker/tag-chip';
import { deleteTagIn } from './delete-tag';
import { anotherThan, into, intoField } from './into-field';
import '../tags.css';
import { AREAS, countedIn, KINDS, listWith, NO_WAY_BACK, usesInWords, type TagArea } from './kinds';
import { mergeTagIn } from './merge-tag';
import { renameTagIn } from './rename-tag';
import { deleteTag, LISTS, mergeTags } from './tags-by-name.api';
import { unusedNote } from './unused-note';

const MergeIcon = icon(<path d="M5 4v5l7 6v5M19 4v5l-7 6" />);

/** Each kind that carries it, as a way to the list of what does. */
const usesCell = (row: TagByName) => (
  <span className="c-row tag-uses">
    {row.tags.map(({ resource_type: kind, name, usage_count }) =>
      usage_count > 0 ? (
        <Link key={kind} to={listWith(kind, row, name)}>
          {countedIn(kind, usage_count)}
        </Link>
      ) : null,
    )}
    {row.usage_count === 0 && <span className="c-quiet">Unused</span>}
  </span>
);

const similarCell = ({ similar }: TagByName) =>
  similar.length > 0 ? (
    <span className="c-row">
      {similar.map((name) => (
        <TagChip key={name} name={name} />
      ))}
    </span>
  ) : (
    '-'
  );

const listOfArea = ({ title }: TagArea) =>
  defineList({
    title,
    noun: { one: 'Tag', many: 'tags' },
    contract: {
      response: tagByName,
      create: object({}, []),
      query: object((({ resource_types: _, ...own }) => own)(tagsByNameQuery.properties), ['company_id']),
      defaultSort: TAGS_BY_NAME_SORT,
    },
    columns: [
      { key: 'name', name: true, flexible: true, cell: ({ name }) => <TagChip name={name} /> },
      { key: 'tags', title: 'Uses', sort: 'usage_count', width: 200, fact: true, cell: usesCell },
      { key: 'last_used_on', width: 130, fact: true },
      { key: 'similar', flexible: true, lines: 2, cell: similarCell },
    ],
    filters: ['company_id', 'search', 'only'],
    details: [
      { key: 'tags', label: 'Uses', render: usesCell },
      'last_used_on',
      { key: 'similar', render: similarCell },
    ],
    nameOf: ({ name }) => name,
    demandsCompany: true,
    messages: { empty: 'No tags found', companyFirst: 'Choose a company to view its tags.' },
  });

/** The parts that each area has once. */
const ofArea = (area: keyof typeof AREAS) => {
  const Note = unusedNote(area);
  return { list: listOfArea(AREAS[area]), calls: { list: LISTS[area] }, note: async () => ({ default: Note }) };
};
const SCREENS = { ads: ofArea('ads'), social: ofArea('social') };

// The form and the question are those of every list, fetched when they are opened.
const loadForm = () => import('../../record-form');
const loadRename = async () => renameTagIn(await loadForm());
const loadMerge = async () => mergeTagIn(await loadForm());
const loadDelete = async () => deleteTagIn(await import('../../dialog'));

const merging = object({ into }, []);

/** The tags of an area (DECISIONS §16): how often and when each is used, renamed, merged and deleted by who may change them. */
export function TagsScreen({ area }: { area: keyof typeof AREAS }) {
  const { kinds, writers } = AREAS[area];
  const { list, calls, note } = SCREENS[area];
  const may = inGroup(useCurrentUser(), writers);
  const { sayWhenDone } = useBulkOutcome();

  /** Does something to every tag of each row. */
  const toEach = (
    rows: readonly TagByName[],
    change: (tag: TagByName['tags'][number], row: TagByName) => Promise<unknown>,
    bulk: BulkRun,
  ) =>
    bulk.inParts(rows, {
      size: 1,
      send: async (part) => {
        for (const row of part) for (const tag of row.tags) await change(tag, row);
        return ONE_DONE;
      },
    });
  const mergeSelected = bulkForm({
    label: 'Merge Selected',
    form: (rows: readonly TagByName[]) => ({
      title: 'Merge Tags',
      schema: merging,
      fields: [
        {
          key: 'into',
          component: intoField({ resourceType: kinds[0], companyId: rows[0]?.company_id }),
          validate: anotherThan(...rows.map(({ name }) => name)),
        },
      ],
      note: `They are on ${usesInWords(rows.flatMap(({ tags }) => tags))}, and each becomes the one tag that is chosen. ${NO_WAY_BACK}`,
      submitLabel: 'Merge',
    }),
    run: (rows, { into: [to_tag = ''] = [] }, bulk) =>
      sayWhenDone(
        toEach(
          rows.filter(({ name }) => tagKey(name) !== tagKey(to_tag)),
          ({ name: from_tag, resource_type }, { company_id }) =>
            bulk.change(mergeTags, { from_tag, to_tag, company_id, resource_type }),
          bulk,
        ),
        {
          done: (count, number) => `Merged ${count} ${number === 1 ? 'tag' : 'tags'}`,
          failed: (count) => `Failed to merge ${count} tags`,
          failure: 'Nothing was merged',
        },
      ),
  });
  const deleting = deleteSelected<TagByName>((rows, bulk) =>
    sayWhenDone(
      toEach(rows, ({ id }) => bulk.change(deleteTag, id), bulk),
      {
        done: (count, number) => `Deleted ${count} ${number === 1 ? 'tag' : 'tags'}`,
        failed: (count) => `Failed to delete ${count} tags`,
        failure: 'Nothing was deleted',
      },
      bulk,
    ),
  );
  return (
    <ListScreen
      list={list}
      calls={calls}
      note={note}
      rowActions={[
        ...kinds.map((kind) => ({
          label: KINDS[kind].show,
          icon: <ViewIcon />,
          to: (row: TagByName) => listWith(kind, row, row.name),
        })),
        ...(may
          ? [
              { label: 'Rename', icon: <EditIcon />, opens: loadRename },
              { label: 'Merge Into…', icon: <MergeIcon />, opens: loadMerge },
              { label: 'Delete', icon: <DeleteIcon />, opens: loadDelete },
            ]
          : []),
      ]}
      bulkActions={may ? [mergeSelected, deleting, 'Clear Selection'] : []}
    />
  );
}
