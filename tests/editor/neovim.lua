-- Asks the language server as Neovim does by itself, and writes the answers to a file.
local asked = vim.fn.json_decode(os.getenv("RULEWRIGHT_ASKED"))
local patience = 60000
local told = nil
local client = vim.lsp.start_client({
  name = "rulewright",
  cmd = asked.server,
  root_dir = vim.fn.getcwd(),
  handlers = {
    ["textDocument/publishDiagnostics"] = function(_, result)
      told = result.diagnostics
    end,
  },
})
vim.lsp.buf_attach_client(0, client)

local function answer(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, patience)
  local first = answers and answers[client]
  if first and first.error then
    return { error = first.error.message }
  end
  return first and first.result or {}
end

vim.wait(patience, function() return told ~= nil end, 50)
local document = { uri = vim.uri_from_bufnr(0) }
local place = { textDocument = document, position = { line = asked.line, character = asked.column } }
local found = {}

found.hover = answer("textDocument/hover", place)
found.definition = vim.tbl_map(function(each) return each.range.start.line end, answer("textDocument/definition", place))
found.completion = vim.tbl_map(function(each) return each.label end, answer("textDocument/completion", place))
found.outline = vim.tbl_map(function(each) return each.name end,
  answer("textDocument/documentSymbol", { textDocument = document }))

-- renamed and taken back
local before = vim.api.nvim_buf_get_lines(0, 0, -1, true)
local edit = answer("textDocument/rename", vim.tbl_extend("force", place, { newName = "stack" }))
if edit.changes then
  vim.lsp.util.apply_workspace_edit(edit, "utf-16")
  local _, number = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), "\n"):gsub("stack", "")
  found.renamed = number
  vim.api.nvim_buf_set_lines(0, 0, -1, true, before)
end

local options = { textDocument = document, options = { tabSize = 4, insertSpaces = true } }
local edits = answer("textDocument/formatting", options)
if #edits > 0 then
  vim.lsp.util.apply_text_edits(edits, 0, "utf-16")
end
found.formatted = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), "\n") .. "\n"
vim.api.nvim_buf_set_lines(0, 0, -1, true, before)

-- what is shown when nothing has come for some seconds
local last = -1
repeat
  last = told
  vim.wait(5000, function() return told ~= last end, 50)
until told == last
found.findings = vim.tbl_map(function(each) return { each.range.start.line, each.code } end, told)

local file = io.open(asked.answers, "w")
file:write(vim.fn.json_encode(found))
file:close()
vim.lsp.stop_client(client)
vim.wait(2000, function() return vim.lsp.client_is_stopped(client) end, 50)
vim.cmd("qall!")
