interface Page<Item> {
  items: Item[];
  next_cursor: number | null;
}

/** Every item of a list that comes in pages. */
export async function* allOf<Item>(
  read: (cursor: { cursor?: number }) => Promise<Page<Item>>,
): AsyncGenerator<Item> {
  let cursor: { cursor?: number } = {};
  for (;;) {
    const page = await read(cursor);
    yield* page.items;
    if (page.next_cursor === null) return;
    cursor = { cursor: page.next_cursor };
  }
}
