-- Drives a real Neovim through a session, as the plan in LLMFEEDER_TEST_PLAN says; prints what it
-- saw as one line of JSON.
local plan = vim.json.decode(table.concat(vim.fn.readfile(vim.env.LLMFEEDER_TEST_PLAN), "\n"))
local PATIENCE = 45000
local seen = { hovers = {}, steps = {} }

local function wait(what, condition)
  if not vim.wait(PATIENCE, condition, 20) then
    error("waited in vain: " .. what .. "; diagnostics: " .. vim.inspect(vim.diagnostic.get(0)))
  end
end

local function codes()
  local found = {}
  for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
    table.insert(found, diagnostic.code)
  end
  return found
end

local function flagged(step)
  for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
    if diagnostic.code == step.code then
      local d = diagnostic
      local text = vim.api.nvim_buf_get_text(0, d.lnum, d.col, d.end_lnum, d.end_col, {})
      if table.concat(text, " "):find(step.on, 1, true) then
        return diagnostic
      end
    end
  end
end

local function go_to(words)
  vim.fn.cursor(1, 1)
  assert(vim.fn.search("\\V" .. vim.fn.escape(words, "\\"), "cW") > 0, "not in the report: " .. words)
end

local function hover(words)
  go_to(words)
  local client = vim.lsp.get_clients({ bufnr = 0 })[1]
  local parameters = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local answer = client:request_sync("textDocument/hover", parameters, PATIENCE, 0)
  return answer.result.contents.value
end

local function run()
  vim.cmd("filetype on")
  vim.o.swapfile = false
  dofile(plan.snippet)
  vim.lsp.config("llmfeeder", { settings = { llmfeeder = plan.settings } })
  vim.cmd.edit(plan.report)
  wait("diagnostics", function() return #vim.diagnostic.get(0) >= plan.expected end)
  seen.before = codes()
  seen.encoding = vim.lsp.get_clients({ bufnr = 0 })[1].offset_encoding
  for _, words in ipairs(plan.hovers) do
    table.insert(seen.hovers, hover(words))
  end
  for _, step in ipairs(plan.steps) do
    wait(step.code .. " on " .. step.on, function() return flagged(step) ~= nil end)
    go_to(step.on)
    local before = vim.api.nvim_buf_get_changedtick(0)
    vim.lsp.buf.code_action({
      apply = true,
      filter = function(action) return action.title:find(step.title, 1, true) ~= nil end,
    })
    wait("the edit", function() return vim.api.nvim_buf_get_changedtick(0) ~= before end)
    vim.cmd.write()
    wait("no " .. step.code, function() return flagged(step) == nil end)
    table.insert(seen.steps, codes())
  end
  vim.lsp.stop_client(vim.lsp.get_clients())
  wait("the server's end", function() return #vim.lsp.get_clients() == 0 end)
end

local fine, problem = pcall(run)
seen.error = not fine and tostring(problem) or nil
io.stdout:write(vim.json.encode(seen) .. "\n")
vim.cmd(fine and "qall!" or "cquit!")
