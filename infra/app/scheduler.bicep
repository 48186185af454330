metadata description = 'Durable Task Scheduler with one task hub: the managed alternative to keeping orchestration state in storage queues and tables.'

@description('Name of the scheduler.')
param name string

@description('Name of the task hub.')
param taskHubName string

@description('Days after which what is left of finished orchestrations is deleted.')
param retentionDays int

@description('Region.')
param location string

@description('Tags.')
param tags object

resource scheduler 'Microsoft.DurableTask/schedulers@2025-11-01' = {
  name: name
  location: location
  tags: tags
  properties: {
    sku: { name: 'Consumption' }
    // An empty list lets nobody in. Flex Consumption has no fixed addresses; the role is what protects the hub.
    ipAllowlist: ['0.0.0.0/0']
  }
}

resource taskHub 'Microsoft.DurableTask/schedulers/taskHubs@2025-11-01' = {
  parent: scheduler
  name: taskHubName
}

// The app deletes a conversation's history with it; this is for what it never heard of.
resource retention 'Microsoft.DurableTask/schedulers/retentionPolicies@2025-11-01' = {
  parent: scheduler
  name: 'default'
  properties: {
    retentionPolicies: [{ retentionPeriodInDays: retentionDays }]
  }
}

@description('Name of the scheduler.')
output name string = scheduler.name

@description('Address the Functions host connects to.')
output endpoint string = scheduler.properties.endpoint
