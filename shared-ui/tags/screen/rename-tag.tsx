import { object, type Infer } from 'contract/schema';
import { tagKey } from 'contract/tags';
import { tagRename, type TagByName } from 'contract/tags-by-name';
import { Operation } from 'shared-auth';
import { useRef } from 'react';
import { useCall } from '../../list-screen/list-calls';
import type { RowDialogProps } from '../../list-screen/actions';
import { useTell } from '../../toast/use-tell';
import { undoOf } from '../../undo/undo-of';
import { NO_WAY_BACK, usesInWords } from './kinds';
import { kinds, kindsFieldOf, meantTags } from './kinds-field';
import { NameField } from './name-field';
import { LISTS, mergeTags, renameTag } from './tags-by-name.api';

const schema = object({ ...tagRename.properties, kinds }, ['name']);
type Entered = Infer<typeof schema>;

/** Another name for a tag, of each of its kinds or of some; where a tag has the name already, it is asked whether to merge. */
export const renameTagIn = ({ RecordFormModal }: Pick<typeof import('../../record-form'), 'RecordFormModal'>) => ({
  default: function RenameTag({ row, onClose }: RowDialogProps<TagByName>) {
    const call = useCall();
    const tell = useTell();
    /** The ids of those whose new name another tag has. */
    const taken = useRef<readonly number[]>([]);

    /** The tags of the same kinds that have the name, however they are spelt. */
    const othersNamed = async (name: string) => {
      const list = row.tags.some(({ resource_type }) => resource_type === 'facebook_ad') ? LISTS.ads : LISTS.social;
      const found = await call.ask(list, { company_id: row.company_id, search: name, page: 1, page_size: 100 });
      return found.items.flatMap(({ tags }) => tags).filter((tag) => tagKey(tag.name) === tagKey(name));
    };

    const askAboutMerge = async ({ name, kinds: chosen }: Entered) => {
      const others = await othersNamed(name);
      const merged = meantTags(row, chosen).filter(({ id, resource_type }) =>
        others.some((other) => other.resource_type === resource_type && other.id !== id),
      );
      taken.current = merged.map(({ id }) => id);
      if (merged.length === 0) return null;
      const spelt = others.find(({ id }) => !taken.current.includes(id))?.name ?? name;
      return (
        <>
          There is a tag “<bdi>{spelt}</bdi>” already. Saving merges “<bdi>{row.name}</bdi>” into it, which is on{' '}
          {usesInWords(merged)}. {NO_WAY_BACK}
        </>
      );
    };

    const rename = async ({ name, kinds: chosen }: Entered) => {
      const operation = new Operation();
      const { company_id } = row;
      const meant = meantTags(row, chosen);
      const merged = meant.filter(({ id }) => taken.current.includes(id));
      const renamed = meant.filter((tag) => !merged.includes(tag));
      for (const { id } of renamed) await call.change(renameTag, { id, name }, operation);
      if (renamed.length > 0) tell.success('Tag renamed successfully', `${row.name} → ${name}`, undoOf(operation));
      for (const { name: from_tag, resource_type } of merged)
        await call.change(mergeTags, { from_tag, to_tag: name, company_id, resource_type });
      if (merged.length > 0) tell.success('Tags merged successfully', `${row.name} → ${name}`);
    };

    return (
      <RecordFormModal
        title="Rename Tag"
        about={<bdi>{row.name}</bdi>}
        mode="edit"
        submitLabel="Rename"
        schema={schema}
        fields={[{ key: 'name', component: NameField, help: 'The colour comes from the name.' }, ...kindsFieldOf(row)]}
        initial={row}
        question={askAboutMerge}
        onSubmit={rename}
        onClose={onClose}
      />
    );
  },
});
