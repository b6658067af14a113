import fastJson from 'fast-json-stringify';

type Serializer = (answer: unknown) => string;

/** Compiled serializers by their schema: all servers of a process have the same answers. */
const compiled = new WeakMap<object, Serializer>();

/** The serializer of an answer, compiled when the first answer of its kind is sent: all of them would take 50 ms of each start. */
export function lazySerializer(schema: object): Serializer {
  return (answer) => {
    const serialize = compiled.get(schema) ?? (fastJson(schema) as Serializer);
    compiled.set(schema, serialize);
    return serialize(answer);
  };
}
