// A plugin for oxlint: text that a person can see goes through Lingui, numbers and dates through kept formats.
const macros = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal']);
const attributes = new Set(['aria-label', 'aria-description', 'placeholder', 'title', 'alt', 'label', 'helperText']);

const noBareText = {
  create: (context) => ({
    JSXText(node) {
      if (hasWord(node.value) && !isInMacro(node)) {
        context.report({ node, message: `Wrap this text in <Trans>: ${node.value.trim()}` });
      }
    },
    JSXExpressionContainer(node) {
      if (node.parent.type === 'JSXElement' && isPlainText(node.expression) && !isInMacro(node)) {
        context.report({ node, message: 'Wrap this text in <Trans>' });
      }
    },
    JSXAttribute(node) {
      const text = node.value?.type === 'JSXExpressionContainer' ? node.value.expression : node.value;
      if (attributes.has(node.name.name) && isPlainText(text)) {
        context.report({ node, message: `Translate ${node.name.name} with t\`…\`` });
      }
    },
  }),
};

const formatting = new Set(['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']);

const noNewFormat = {
  create: (context) => ({
    NewExpression(node) {
      if (node.callee.object?.name === 'Intl') {
        context.report({ node, message: 'Take the format from text/formats.ts, which makes each once' });
      }
    },
    CallExpression(node) {
      if (formatting.has(node.callee.property?.name)) {
        context.report({ node, message: 'It makes a format at each call: take one from text/formats.ts' });
      }
    },
  }),
};

export default { meta: { name: 'i18n' }, rules: { 'no-bare-text': noBareText, 'no-new-format': noNewFormat } };

function isPlainText(node) {
  if (node?.type === 'Literal') return typeof node.value === 'string' && hasWord(node.value);
  return node?.type === 'TemplateLiteral' && node.quasis.some((part) => hasWord(part.value.raw));
}

function hasWord(text) {
  return /\p{L}{2,}/u.test(text);
}

function isInMacro(node) {
  for (let ancestor = node.parent; ancestor; ancestor = ancestor.parent) {
    if (ancestor.type === 'JSXElement' && macros.has(ancestor.openingElement.name.name)) return true;
  }
  return false;
}
