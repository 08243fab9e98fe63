import type { Post } from 'contract/social/posts';
import { MOST_REVIEWED } from 'contract/social/review';
import { Operation, serverMessage, undoOperation } from 'shared-auth';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCall } from 'shared-ui/list-screen';
import { postCalls } from '../posts/posts.api';
import { reviewCalls, type Decision } from './review.api';

/** Fewer posts than this are left here: the next ones are asked for before somebody comes to them. */
const FEW = 4;
/** Before the lease of five minutes ends, in milliseconds. */
const RENEWED_AFTER = 4 * 60_000;

interface Decided {
  readonly post: Post;
  readonly operation: Operation;
  /** Resolves once the service has it or has refused it. */
  readonly sent: Promise<void>;
}

/** The posts before this person, one after the other: a decision moves on at once, and its save runs behind it. */
export function useReview(companyId: number) {
  const call = useCall();
  const [queue, setQueue] = useState<readonly Post[]>();
  const [batch, setBatch] = useState<readonly number[]>([]);
  const [pending, setPending] = useState(0);
  const [loadError, setLoadError] = useState<unknown>();
  const [failure, setFailure] = useState<string | null>(null);
  /** By post, in the order of the decisions. */
  const decided = useRef(new Map<number, Decided>());
  const unsent = useRef(0);
  const isLoading = useRef(false);

  const load = async (skip: readonly number[] = []): Promise<void> => {
    isLoading.current = true;
    try {
      const next = { company_id: companyId, count: MOST_REVIEWED, ...(skip.length > 0 && { skip: [...skip] }) };
      const answer = await call.change(reviewCalls.next, next);
      const items = answer.items.filter(({ id }) => !decided.current.has(id));
      setBatch(items.map(({ id }) => id).sort((a, b) => a - b));
      setPending(answer.pending - unsent.current);
      // The one that somebody looks at stays where it is.
      setQueue((before) => {
        const first = items.find(({ id }) => id === before?.[0]?.id);
        return first ? [first, ...items.filter((post) => post !== first)] : items;
      });
      setLoadError(undefined);
      // All of them were decided meanwhile: the next ones are known once those saves are through.
      if (items.length === 0 && answer.items.length > 0) {
        await Promise.all([...decided.current.values()].map(({ sent }) => sent));
        await load();
      }
    } catch (error) {
      setLoadError(error);
    } finally {
      isLoading.current = false;
    }
  };
  const loadFirst = useEffectEvent(() => void load());
  useEffect(() => {
    loadFirst();
    const renewal = setInterval(loadFirst, RENEWED_AFTER);
    return () => clearInterval(renewal);
  }, []);

  /** @param isNewer it has changed since it was read */
  const bringBack = async (post: Post, isNewer: boolean) => {
    decided.current.delete(post.id);
    const now = isNewer ? await call.ask(postCalls.get, post.id).catch(() => post) : post;
    // Somebody else has decided it.
    if (now.status !== 'pending') return;
    setQueue((rest = []) => [now, ...rest.filter(({ id }) => id !== now.id)]);
    setPending((count) => count + 1);
  };

  const send = async (post: Post, decision: Decision, operation: Operation) => {
    unsent.current += 1;
    try {
      await call.change(reviewCalls.decide, { id: post.id, body: decision, ifMatch: post.updated_at }, operation);
    } catch (error) {
      setFailure(`The post is not saved. ${serverMessage(error)}`);
      await bringBack(post, (error as { status?: unknown } | null)?.status === 412);
    } finally {
      unsent.current -= 1;
    }
  };

  const [current, ...rest] = queue ?? [];
  const moveOn = () => {
    setFailure(null);
    setQueue(rest);
    setPending((count) => Math.max(count - 1, 0));
  };

  return {
    /** Undefined until the first are there. */
    queue,
    /** Those whose pictures are asked for at once. */
    batch,
    pending,
    loadError,
    failure,
    load: () => void load(),
    decide(decision: Decision) {
      if (!current) return;
      moveOn();
      const operation = new Operation();
      decided.current.set(current.id, { post: current, operation, sent: send(current, decision, operation) });
      if (rest.length < FEW && !isLoading.current) void load();
    },
    skip() {
      if (!current) return;
      setFailure(null);
      setQueue(rest);
      void load([current.id]);
    },
    /** Takes the last decision back, and shows its post again. */
    async back() {
      const last = [...decided.current.values()].at(-1);
      if (!last) return;
      await last.sent;
      const id = last.operation.ids.at(-1);
      // A save that was refused has brought it back already.
      if (id === undefined) return;
      try {
        await call.change(undoOperation, id);
        await bringBack(last.post, true);
        setFailure(null);
      } catch (error) {
        setFailure(`The decision is not taken back. ${serverMessage(error)}`);
      }
    },
  };
}
