// A template as a program: https://unpkg.com/ontology-codegen/docs/how-to/library.md
// @ts-check

/** @type {(tools: import('ontology-codegen').Toolkit) => import('ontology-codegen').Target} */
export default ({ defineTarget, declared, nothing, indent, marked, separated, wrap }) =>
  defineTarget({
    name: 'my-template',
    description: 'What there is of each class, in words',
    language: 'Text',
    comment: '#',
    options: { width: { type: 'number', default: 80, about: 'where lines are broken' } },
    // What is done about what a model demands. What is not here counts as not done.
    answers: { member: declared, single: declared, type: nothing('a text holds no values') },
    print: (model, { options }) => [
      {
        path: `${model.name}.txt`,
        lines: separated(
          model.classes.map((cls) =>
            marked({ element: { kind: 'class', class: cls }, name: cls.name }, [
              cls.name,
              indent(wrap(cls.doc ?? '', options.width)),
              cls.allFields.map((field) => {
                const type = field.type.kind === 'scalar' ? field.type.scalar : field.type.kind;
                const mark = {
                  element: /** @type {const} */ ({ kind: 'field', class: cls, field }),
                  name: `${cls.name}.${field.name}`,
                  type,
                };
                return indent(marked(mark, `${field.name}: ${field.cardinality} ${type}`));
              }),
            ]),
          ),
        ),
      },
    ],
  });
