interface Page {
  readonly data: readonly unknown[];
  readonly next_cursor: string | null;
}

/** A list, read page by page as far as it is iterated. */
export interface Paged<P extends Page> extends AsyncIterable<P["data"][number]> {
  /** Every item, in memory. */
  all(): Promise<P["data"][number][]>;
  /** The pages themselves, with what they say besides their items. */
  pages(): AsyncGenerator<P, void, undefined>;
}

/** A list whose pages `readPage` reads by their cursors, undefined for the first one. */
export function createPaged<P extends Page>(readPage: (cursor: string | undefined) => Promise<P>): Paged<P> {
  async function* pages() {
    let cursor: string | undefined;
    do {
      const page = await readPage(cursor);
      yield page;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }
  async function* items() {
    for await (const page of pages()) yield* page.data;
  }
  async function all() {
    const found: P["data"][number][] = [];
    for await (const item of items()) found.push(item);
    return found;
  }
  return { all, pages, [Symbol.asyncIterator]: items };
}
