-- Reads BENCH_REQUESTS (one per line: path, and after a tab the JSON to post), sends them at random, and
-- prints the result as one line of JSON.

local requests = {}

function init(_)
  for line in io.lines(os.getenv('BENCH_REQUESTS')) do
    local path, body = line:match('^([^\t]+)\t?(.*)$')
    if body == '' then
      requests[#requests + 1] = wrk.format('GET', path)
    else
      requests[#requests + 1] = wrk.format('POST', path, wrk.headers, body)
    end
  end
end

function request()
  return requests[math.random(#requests)]
end

function done(summary, latency, _)
  local e = summary.errors
  print(string.format(
    'BENCH {"requests":%d,"microseconds":%d,"failed":%d,"p50":%d,"p99":%d,"max":%d}',
    summary.requests, summary.duration, e.connect + e.read + e.write + e.status + e.timeout,
    latency:percentile(50), latency:percentile(99), latency.max))
end
