import { MAX_TAGS, tagKey, tagName } from 'contract/tags';
import { brokenRule } from 'contract/rules';
import { serverMessage } from 'shared-auth';
import { useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { OptionList, type OptionListNote } from '../option-list/option-list';
import { useOptionList } from '../option-list/use-option-list';
import { useSettled } from '../use-settled';
import { TagChip } from './tag-chip';
import { useSuggestTagsQuery, type TagScope } from './tag-suggestions.api';
import './tag-picker.css';

export interface TagPickerProps {
  value: readonly string[];
  onChange(names: readonly string[]): void;
  /** Which tags are suggested. */
  scope: TagScope;
  /** A name that no tag has yet may be entered, too. */
  allowNew?: boolean;
  /** How many may be chosen; absent: as many as one call takes. */
  max?: number | undefined;
  /** The id of the input, for a label's `htmlFor`; without a label, give `label`. */
  id?: string;
  label?: string;
  placeholder?: string;
  disabled?: boolean;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string | undefined;
  'aria-required'?: true | undefined;
}

/** Milliseconds between the last key and the suggestions (specification 1 §9). */
const SUGGESTION_DEBOUNCE = 300;

/** One line of the list; what is typed and no tag's name yet reads 'Add "…"'. */
interface Option {
  readonly name: string;
  readonly isNew: boolean;
}

/**
 * Chooses tags by typing a part of their names: up to 100 suggestions by the server, in a list of 200 px at most
 * (specification 1 §9, 2 §9). Enter chooses, Backspace in an empty field takes the last one back.
 */
export const TagPicker = (props: TagPickerProps) => (
  // Of one company's tags none is offered for another, not even for the time of a request.
  <Picker key={`${props.scope.resourceType} of ${props.scope.companyId}`} {...props} />
);

function Picker(props: TagPickerProps) {
  const { value, onChange, scope, allowNew = false, max = MAX_TAGS, id, label, placeholder, disabled, ...aria } = props;
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const search = useSettled(text, SUGGESTION_DEBOUNCE);
  // Near ones are asked for where the typed name would else make another tag.
  const found = useSuggestTagsQuery({ ...scope, search, near: allowNew || undefined }, { skip: !open });
  const isOfWhatIsTyped = search === text && found.currentData !== undefined;
  // While newer suggestions are under way those of the last ones that match stay, and can be chosen.
  const options = optionsOf({ text, isCurrent: isOfWhatIsTyped, suggested: found.data ?? [], chosen: value, allowNew });
  const complaint = allowNew && text ? brokenRule(tagName, true, text) : null;
  const show = () => !disabled && setOpen(true);
  const hide = () => setOpen(false);
  const { list, combobox, onListKey, toFirst } = useOptionList({
    open,
    count: options.length,
    onOpen: show,
    onClose: hide,
  });

  const type = (now: string) => {
    setTyped(now);
    toFirst();
    show();
  };
  const choose = (name: string) => {
    setTyped('');
    toFirst();
    // Content below, such as the button that sends, is not kept covered; typing or a click opens the list again.
    hide();
    if (value.some((chosen) => tagKey(chosen) === tagKey(name))) return;
    // Of one, the newer choice takes the place of the older.
    onChange(max === 1 ? [name] : [...value, name].slice(0, max));
  };
  const remove = (name: string) => {
    onChange(value.filter((chosen) => chosen !== name));
    input.current?.focus();
  };
  /** A tag typed to the end counts without Enter. */
  const takeTyped = () => {
    const meant = options.find(({ name }) => tagKey(name) === tagKey(text));
    if (text && meant && complaint === null) choose(meant.name);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    onListKey(event);
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      // Inside a form, Enter chooses while something is typed or offered, and else sends what was chosen.
      if (!text && (!open || event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.stopPropagation();
      const option = options[list.active];
      if (open && option && complaint === null) choose(option.name);
    } else if (event.key === 'Backspace' && typed === '' && value.length > 0) {
      onChange(value.slice(0, -1));
    }
  };
  const onBlur = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    takeTyped();
    setTyped('');
    hide();
  };
  const note = (): OptionListNote | null => {
    if (complaint !== null) return { text: complaint, isFailure: true };
    if (found.isError && !found.isFetching)
      return {
        text: serverMessage(found.error, 'Failed to load tags'),
        isFailure: true,
        onRetry: () => {
          void found.refetch();
          // The button goes, and would take the focus with it.
          input.current?.focus();
        },
      };
    if (options.length > 0) return null;
    if (!isOfWhatIsTyped) return { text: 'Loading...' };
    return { text: allowNew && !text ? 'Type a new tag' : 'No tags found' };
  };

  return (
    <div className="tag-picker" onBlur={onBlur}>
      {/* The whole field is the input to whoever clicks beside the words. */}
      <div className="tag-picker__field c-input" data-disabled={disabled} onClick={() => input.current?.focus()}>
        {value.map((name) => (
          <TagChip key={name} name={name} disabled={disabled} onRemove={() => remove(name)} />
        ))}
        <input
          {...aria}
          {...combobox}
          ref={input}
          id={id}
          aria-label={label}
          placeholder={value.length === 0 ? placeholder : undefined}
          disabled={disabled}
          value={typed}
          onClick={show}
          onKeyDown={onKeyDown}
          onChange={(event) => type(event.target.value)}
        />
      </div>
      {open && (
        <OptionList
          list={list}
          label="Suggestions"
          options={options}
          keyOf={(option) => option.name}
          several={max > 1}
          onChoose={(option) => complaint === null && choose(option.name)}
          note={note()}
        >
          {({ name, isNew }) =>
            isNew ? (
              <>
                Add “<bdi>{name}</bdi>”
              </>
            ) : (
              <bdi>{name}</bdi>
            )
          }
        </OptionList>
      )}
    </div>
  );
}

interface Known {
  text: string;
  /** The suggestions are of this text, so that those without it in their names are near to it. */
  isCurrent: boolean;
  suggested: readonly string[];
  chosen: readonly string[];
  allowNew: boolean;
}

/**
 * Only what matches, so that Enter never takes what an earlier letter had found: first the tag that is named so, then
 * those that begin so, then the others, those that are near, and last the making of a new one. What is chosen is not
 * offered again.
 */
function optionsOf({ text, isCurrent, suggested, chosen, allowNew }: Known): Option[] {
  const taken = new Set(chosen.map(tagKey));
  const key = tagKey(text);
  const has = (name: string) => tagKey(name).includes(key);
  const offered = suggested.filter((name) => !taken.has(tagKey(name)) && (isCurrent || has(name)));
  const same = offered.find((name) => tagKey(name) === key);
  const others = offered.filter((name) => name !== same).map((name) => ({ name, isNew: false }));
  if (same !== undefined) return [{ name: same, isNew: false }, ...others];
  // A tag that starts with the typed text is most likely meant; making another tag is the last that is offered.
  const rank = ({ name }: Option) => (tagKey(name).startsWith(key) ? 0 : has(name) ? 1 : 2);
  const ordered = others.sort((one, other) => rank(one) - rank(other));
  return allowNew && text && !taken.has(key) ? [...ordered, { name: text, isNew: true }] : ordered;
}
