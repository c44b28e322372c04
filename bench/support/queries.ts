/** What a dashboard asks for first: the newest memories, alone and with their newest entries. */
export const LIST = '{ memories(first: 20) { nodes { id name tags entryCount } } }';
export const NESTED =
  '{ memories(first: 20) { nodes { id name entryCount entries(first: 5) { nodes { id content } } } } }';
